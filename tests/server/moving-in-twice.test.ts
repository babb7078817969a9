import { afterAll, beforeAll, expect, it } from 'vitest';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv, workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

it('finds a class of the same name in each of two terms when the file comes twice', async () => {
  const head = ['Class name', 'Course', 'Term', 'Branch', 'Start date', 'End date', 'Timetable'];
  const terms = await server.db.select().from(academicTermTable);
  const rows = ['T1', 'T2'].map((code) => {
    const term = terms.find((one) => one.code === code);
    if (!term) throw new Error('No demo centre');
    const { startDate, endDate } = term;
    return ['Evening', 'ENG-A1', code, 'VTE', startDate, endDate, 'Tue 06:00-07:30', 10];
  });
  const file = await workbookOf({ name: 'Classes', rows: [[...head, 'Capacity'], ...rows] });
  const first = await steps.upload(file);
  expect(first.counts).toMatchObject({ ready: 2 });
  expect((await steps.run(first)).counts).toMatchObject({ in: 2 });
  expect((await steps.upload(file)).counts).toMatchObject({ same: 2, ready: 0 });
});

it('keeps two teachers of one name apart by their phones, and finds each again', async () => {
  const file = csv(
    'Teacher,Gender,Phone,Branches,Employment,Hourly rate',
    'Somsak Keomany,M,020 5551 9901,VTE,Full time,60000',
    'Somsak Keomany,M,020 5551 9902,VTE,Full time,60000',
  );
  const first = await steps.upload(file);
  expect(first.counts).toMatchObject({ ready: 2 });
  expect((await steps.run(first)).counts).toMatchObject({ in: 2 });
  expect((await steps.upload(file)).counts).toMatchObject({ same: 2, ready: 0 });
});
