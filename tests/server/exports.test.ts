import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serialOfDay, serialOfTime, timeText } from '#server/lib/sheets/cells.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { fold } from '#contract/words/normalise.ts';
import {
  branchId,
  emailOf,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { and, desc, eq, gt, sql } from 'drizzle-orm';

let server: TestServer;
let owner: Client;
let staff: Client;

type NewStudent = Partial<typeof studentTable.$inferInsert> & { firstName: string };
let made = 0;

/** Straight into the table: these tests are about reading. */
async function add(branch: string, { firstName, lastName = 'ວົງສາ', ...fields }: NewStudent) {
  made += 1;
  const code = `ZZ-26-${String(made).padStart(6, '0')}`;
  const [row] = await server.db
    .insert(studentTable)
    .values({
      studentCode: code,
      firstName,
      lastName,
      gender: 'female',
      nameKey: firstName,
      search: fold(`${firstName} ${lastName}`),
      homeBranchId: await branchId(server.db, branch),
      ...fields,
    })
    .returning();
  if (!row) throw new Error('Nothing added');
  return row;
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  staff = await server.as('staff');
});
afterAll(() => server.close());

const rowsOf = (answer: Answer) =>
  parse(answer.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
const namesIn = (answer: Answer) => rowsOf(answer).map((row) => row['First name']);
const search = (word: string) => `search=${encodeURIComponent(word)}`;

describe('CSV', () => {
  it('has the mark Excel wants, quotes and CRLF, Lao as it was written, days and phones as people read them', async () => {
    const child = await add('VTE', {
      firstName: 'ກອນຄຳ',
      nickname: 'He said "no"',
      dateOfBirth: '2015-03-09',
      phone: '+8562055512345',
      provinceCode: '10',
    });
    const [mother] = await server.db
      .insert(parentTable)
      .values({
        firstName: 'ແມ່',
        lastName: 'ຄຳ',
        phone: '+66812345670',
        branchId: child.homeBranchId,
        nameKey: 'x',
        search: 'x',
      })
      .returning();
    if (!mother) throw new Error('Nothing added');
    const link = {
      relation: 'mother',
      isPayer: true,
      isPrimaryContact: true,
      canPickUp: true,
    } as const;
    await server.db
      .insert(guardianTable)
      .values({ studentId: child._id, parentId: mother._id, position: 0, ...link });
    const answer = await staff.get(`/students/export?format=csv&language=lo&${search('ກອນຄຳ')}`);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv', 'x-total-count': '1' });
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.body.split('\r\n')).toHaveLength(3);
    expect(answer.body).toContain('"He said ""no"""');
    expect(rowsOf(answer)).toEqual([
      expect.objectContaining({
        ຊື່: 'ກອນຄຳ',
        ເພດ: 'ຍິງ',
        ວັນເດືອນປີເກີດ: '09/03/2015',
        ເບີໂທ: '020 5551 2345',
        ແຂວງ: 'ແຂວງວຽງຈັນ',
        'ຊື່ຜູ້ປົກຄອງ 1': 'ແມ່',
        'ເບີໂທຜູ້ປົກຄອງ 1': "'+66812345670",
        'ສາຍພົວພັນ 1': 'ແມ່',
        'ຊື່ຜູ້ປົກຄອງ 2': '',
      }),
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'])(
    'makes %j harmless',
    async (evil) => {
      const { _id } = await add('VTE', { firstName: 'Harmless', note: evil });
      const answer = await staff.get(`/students/export?format=csv&${search('Harmless')}`);
      expect(rowsOf(answer)[0]?.Note).toBe(`'${evil}`);
      await server.db.delete(studentTable).where(eq(studentTable._id, _id));
    },
  );
});

describe('which rows', () => {
  it('are those of the own branch alone, but a superadmin gets all or one', async () => {
    await add('VTE', { firstName: 'Scope' });
    await add('PKS', { firstName: 'Scope' });
    expect(namesIn(await staff.get(`/students/export?format=csv&${search('scope')}`))).toHaveLength(
      1,
    );
    const other = await branchId(server.db, 'PKS');
    expect(
      namesIn(await staff.get(`/students/export?format=csv&${search('scope')}&branchId=${other}`)),
    ).toEqual([]);
    expect(namesIn(await owner.get(`/students/export?format=csv&${search('scope')}`))).toHaveLength(
      2,
    );
    expect(
      namesIn(await owner.get(`/students/export?format=csv&${search('scope')}&branchId=${other}`)),
    ).toHaveLength(1);
  });

  it('are filtered as the list is', async () => {
    await add('VTE', {
      firstName: 'Filter1',
      status: 'active',
      source: 'friend',
      dateOfBirth: '2016-01-01',
    });
    await add('VTE', { firstName: 'Filter2', status: 'left', dateOfBirth: '2001-01-01' });
    await add('VTE', { firstName: 'Filter3', archived: true });
    const found = async (query: string) =>
      namesIn(
        await staff.get(`/students/export?format=csv&sort=firstName&${search('filter')}&${query}`),
      );
    expect(await found('')).toEqual(['Filter1', 'Filter2']);
    expect(await found('status=active,prospect')).toEqual(['Filter1']);
    expect(await found('source=friend')).toEqual(['Filter1']);
    expect(await found('minAge=18')).toEqual(['Filter2']);
    expect(await found('maxAge=17')).toEqual(['Filter1']);
    expect(await found('archived=true')).toEqual(['Filter3']);
    expect((await staff.get('/students/export?format=pdf')).statusCode).toBe(400);
  });

  it.each(['firstName', '-firstName', 'dateOfBirth', '-dateOfBirth', 'createdAt', '-createdAt'])(
    'come once each, in the order of %s, over several chunks',
    async (sort) => {
      const homeBranchId = await branchId(server.db, 'LPB');
      const many = Array.from({ length: 2300 }, (_, at) => ({
        studentCode: `YY-${sort}-${at}`,
        firstName: `Many${at % 70}`,
        lastName: 'X',
        gender: 'male' as const,
        dateOfBirth: at % 3 === 0 ? null : `2010-01-${String(1 + (at % 28)).padStart(2, '0')}`,
        homeBranchId,
        nameKey: 'many',
        search: `many${at % 70} ${sort.toLowerCase()}`,
      }));
      await server.db.insert(studentTable).values(many);
      const answer = await owner.get(
        `/students/export?format=csv&sort=${sort}&branchId=${homeBranchId}&${search(`many ${sort.toLowerCase()}`)}`,
      );
      const rows = rowsOf(answer);
      expect(answer.headers['x-total-count']).toBe('2300');
      expect(new Set(rows.map((row) => row['Student code'])).size).toBe(2300);
      const keys = rows.map(
        (row) =>
          row[sort.endsWith('firstName') ? 'First name' : 'Date of birth']
            ?.split('/')
            .toReversed()
            .join('-') ?? '',
      );
      if (sort.endsWith('createdAt')) return;
      // Rows without a day of birth stand last in both directions.
      const down = sort.startsWith('-') ? -1 : 1;
      expect(keys).toEqual(
        keys.toSorted(
          (a, b) => Number(a === '') - Number(b === '') || down * (a < b ? -1 : Number(a > b)),
        ),
      );
    },
  );
});

it('is audited once, with what was asked for', async () => {
  await staff.get(`/parents/export?format=xlsx&${search('nobody')}`);
  await staff.get('/teachers/export?format=csv');
  const newest = await server.db
    .select()
    .from(auditTable)
    .orderBy(desc(auditTable.at), desc(auditTable._id))
    .limit(2);
  const log = newest.toReversed();
  expect(log.map(({ action, entity, after }) => [action, entity, after])).toEqual([
    ['export', 'parents', { search: 'nobody', archived: 'false', rows: 0 }],
    ['export', 'teachers', expect.objectContaining({ search: '' })],
  ]);
});

it('tells the superadmins once a day when an account exports everybody of its branch', async () => {
  const finance = await server.as('finance');
  const [me] = await server.db
    .select({ id: userTable._id, home: userTable.branchId })
    .from(userTable)
    .where(eq(userTable.email, emailOf('finance')));
  const alerts = () =>
    server.db
      .select({ branchId: alertTable.branchId, detail: alertTable.detail })
      .from(alertTable)
      .where(
        and(
          eq(alertTable.kind, 'everybodyExported'),
          eq(alertTable.subjectId, me?.id ?? ''),
          gt(alertTable.at, sql`now() - interval '24 hours'`),
        ),
      );
  // One of the day before yesterday keeps no new one away.
  await server.db.insert(alertTable).values({
    kind: 'everybodyExported',
    branchId: me?.home,
    subjectId: me?.id,
    at: sql`now() - interval '25 hours'`,
  });
  const take = (query: string) => finance.get(`/students/export?format=csv&${query}`);
  // The same part twice is no more than this part.
  for (let times = 0; times < 2; times += 1) await take('status=active,inactive');
  await take(search('nobody'));
  expect(await alerts()).toEqual([]);
  await take('status=prospect,graduated,left');
  const detail = 'Students / ນັກຮຽນ';
  expect(await alerts()).toMatchObject([{ branchId: me?.home, detail }]);
  await take('');
  await finance.get('/parents/export?format=csv');
  expect(await alerts()).toHaveLength(1);
  const queue = await (await server.as('superadmin')).get('/overview/queue');
  expect(queue.body).toContain(detail);
});

it('is for signed-in people alone', async () => {
  expect((await server.anybody.get('/students/export')).statusCode).toBe(401);
});

it('writes a time as that of Vientiane, also between midnight and seven', () => {
  const afterMidnight = '2026-11-26T17:05:12.345Z';
  expect(timeText(afterMidnight)).toBe('2026-11-27T00:05:12+07:00');
  const days = serialOfTime(afterMidnight) - serialOfDay('2026-11-27');
  expect(Math.round(days * 24 * 60 * 60)).toBe(5 * 60 + 12);
});
