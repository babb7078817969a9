import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { readBook } from '#server/lib/sheets/read-book.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await insertClass(server.db, { oldName: 'A1 evening' });
});
afterAll(() => server.close());

const remarked = async ({ _id }: Move, language = 'en') => {
  const answer = await owner.get(`/moves/${_id}/remarks`, { 'accept-language': language });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const linesOf = async (file: Buffer) => {
  const { sheets } = await readBook(file, () => 0);
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) }));
};
const head = ['Student code', 'Full name', 'Gender', 'Date of birth', 'Phone', 'Home branch'];
const remarks = 'What the import says\nຜົນການນຳເຂົ້າ';

it('gives the sheets back with a remark in each row, before a run and after it', async () => {
  const good = ['007', 'Somphone Vongsa', 'M', '01/02/2001', '020 5551 8801', 'VTE'];
  const bad = ['008', 'Bounmy Keola', 'F', '31/02/2001', '020 5551 8802', 'VTE'];
  const move = await steps.upload(
    await workbookOf({ name: 'A1 evening', rows: [head, good, bad] }),
  );
  const [problem] = await steps.rows(move, 'students', 'problem');
  if (!problem) throw new Error('A problem was expected');
  const [sheet, ...others] = await linesOf(await remarked(move));
  // The places of these students stand in the same rows, so there is no second sheet.
  expect(others).toEqual([]);
  expect(sheet).toEqual({
    name: 'A1 evening',
    rows: [
      [...head, remarks],
      [...good, 'New, not imported yet\nNew, not imported yet'],
      [...bad, expect.stringMatching(/^To correct · Date of birth: .+\nWaiting · Student: /)],
    ],
  });
  const lao = await linesOf(await remarked(move, 'lo'));
  expect(lao[0]?.rows[1]?.at(-1)).toContain('ໃໝ່');

  const mended = await steps.mend(move, problem, { field: 'dateOfBirth', value: '28/02/2001' });
  const done = await steps.run(mended);
  const file = await remarked(done);
  const [after] = await linesOf(file);
  expect(after?.rows.slice(1)).toEqual([
    [...good, 'Imported\nImported'],
    [...bad.with(3, '28/02/2001'), 'Imported\nImported'],
  ]);

  // The same workbook is read again without its remarks.
  const again = await steps.upload(file);
  expect(again.counts).toMatchObject({ same: 4, problem: 0 });
  expect(again.sheets.map(({ notTaken }) => notTaken)).toEqual([[], []]);
});

it('is an export that the log names, and nobody else may read it', async () => {
  const move = await steps.upload(await workbookOf({ name: 'Students', rows: [head, ['1']] }));
  await remarked(move);
  const { rows } = await server.db.execute(
    `select after from audit_log where action = 'export' and entity_id = '${move._id}'`,
  );
  expect(rows).toHaveLength(1);
  const admin = await server.as('admin');
  expect((await admin.get(`/moves/${move._id}/remarks`)).statusCode).toBe(403);
});
