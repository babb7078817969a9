import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await steps.run(await steps.upload(movingFile('clean.xlsx')));
  const courses = ['Code,Name in English,Category,Sessions', 'MOV-1,Moved 1,Languages,20'];
  await steps.run(await steps.upload(csv(...courses, 'MOV-2,Moved 2,Languages,20')));
  const prices = [HEADS, 'MOV-1,1800000,LAK,term,01/08/2026', 'MOV-2,400000,LAK,month,01/08/2026'];
  await steps.run(await steps.upload(csv(...prices)));
});
afterAll(() => server.close());

const HEADS = 'Course,Amount,Currency,Per,Valid from';
const steps = movingSteps(() => owner);
const written = (day: string) => day.split('-').toReversed().join('/');
const [today, tomorrow] = [dayInLaos(), addDays(dayInLaos(), 1)];

/** The versions of the prices of a course, by their first day. */
async function feesOf(code: string) {
  const { amount, currency, basis, prorate, validFrom, validTo, active } = courseFeeTable;
  return server.db
    .select({ amount, currency, basis, prorate, validFrom, validTo, active })
    .from(courseFeeTable)
    .innerJoin(courseTable, eq(courseTable._id, courseFeeTable.courseId))
    .where(eq(courseTable.code, code))
    .orderBy(validFrom, courseFeeTable.createdAt);
}

describe('a sheet of fees', () => {
  it('has come in from the workbook, with its currency, unit and first day', async () => {
    const from = { validFrom: '2026-08-01', validTo: null, active: true };
    expect(await feesOf('CHN-1')).toContainEqual({
      ...from,
      amount: 20_000,
      currency: 'USD',
      basis: 'term',
      prorate: 'sessions',
    });
    expect(await feesOf('KID-1')).toContainEqual({
      ...from,
      amount: 400_000,
      currency: 'LAK',
      basis: 'month',
      prorate: 'none',
    });
  });

  it('makes a price from a day on the next version, and the same file twice changes nothing', async () => {
    const file = csv(
      HEADS,
      `MOV-1,"1,900,000",LAK,term,${written(tomorrow)}`,
      `MOV-1,1900000,ກີບ,ຕໍ່ພາກຮຽນ,${written(tomorrow)}`,
    );
    const move = await steps.upload(file);
    expect(move.sheets.map(({ kind }) => kind)).toEqual(['fees']);
    expect(move.counts).toMatchObject({ ready: 1, out: 1, problem: 0 });
    expect(await steps.run(move)).toMatchObject({ counts: { in: 1 } });
    const both = await feesOf('MOV-1');
    expect(both).toMatchObject([
      { amount: 1_800_000, validTo: today, active: true },
      { amount: 1_900_000, validFrom: tomorrow, validTo: null, active: true },
    ]);
    expect((await steps.upload(file)).counts).toMatchObject({ same: 1, out: 1, ready: 0 });
    expect(await steps.undo(move)).toEqual({ removed: 1, archived: 0, kept: [] });
    expect(await feesOf('MOV-1')).toMatchObject([{ amount: 1_800_000, validTo: null }]);
  });

  it('shows the old sum beside the new one, and several versions come in any order', async () => {
    const [first] = await feesOf('MOV-2');
    const move = await steps.upload(
      csv(
        HEADS,
        `MOV-2,450000,LAK,month,${written(addDays(today, 30))}`,
        `MOV-2,420000,LAK,month,${written(tomorrow)}`,
        `MOV-2,390000,LAK,month,${written(first?.validFrom ?? '')}`,
      ),
    );
    const rows = await steps.rows(move, 'fees');
    expect(rows.map(({ changes }) => changes)).toEqual([
      [],
      [],
      [{ field: 'amount', before: '400,000 LAK', after: '390,000 LAK' }],
    ]);
    await steps.run(move);
    const shown = (await feesOf('MOV-2')).filter(({ active }) => active);
    expect(shown.map(({ amount, validTo }) => [amount, validTo])).toEqual([
      [390_000, today],
      [420_000, addDays(today, 29)],
      [450_000, null],
    ]);
    expect(await steps.undo(move)).toEqual({ removed: 3, archived: 0, kept: [] });
    expect(await feesOf('MOV-2')).toMatchObject([{ amount: 400_000, validTo: null, active: true }]);
  });

  it('names what it cannot read, and takes the currency beside the digits', async () => {
    const move = await steps.upload(
      csv(
        'Course,Amount,Currency,Per,Branch',
        'CHN-1,"1,000.50",LAK,term,',
        'NONE-9,1000000,,term,',
        'CHN-1,,,term,',
        'CHN-1,1000000,,year,',
        // Baht or dollars, so neither is guessed.
        'MOV-2,80.50,,term,',
        'MOV-1,35 USD,,session,SKT',
      ),
    );
    const rows = await steps.rows(move, 'fees');
    expect(rows.map(({ problems }) => problems.map(({ field }) => field).join())).toEqual([
      'amount',
      'course',
      'amount',
      'per',
      'amount',
      '',
    ]);
    await steps.run(move);
    const found = (await feesOf('MOV-1')).filter(({ basis }) => basis === 'session');
    expect(found).toMatchObject([{ amount: 3500, currency: 'USD', validFrom: today }]);
  });

  it('stays when a price of it is asked of somebody', async () => {
    const move = await steps.upload(csv(HEADS, `MOV-2,90000,LAK,session,${written(today)}`));
    await steps.run(move);
    const [row] = await steps.rows(move, 'fees', 'in');
    const ids = [String(row?._id)];
    await server.db
      .update(courseFeeTable)
      .set({ version: 2 })
      .where(inArray(courseFeeTable._id, ids));
    expect(await steps.undo(move)).toMatchObject({ removed: 0, kept: [{ kind: 'fees' }] });
  });
});

describe('a sheet of terms', () => {
  it('reads holidays as days and as ranges, however they are written, and moves no pointer', async () => {
    const pointers = async () =>
      (await owner.get('/academic-terms'))
        .json<AcademicTerm[]>()
        .map(({ _id, currentUntil, defaultFrom }) => [_id, currentUntil, defaultFrom]);
    const before = await pointers();
    const move = await steps.upload(
      csv(
        'Code,Name,Academic year,Start date,End date,Branches,Holidays',
        'HOL-1,Holidays 1,2026-2027,05/10/2026,31/01/2027,DDK,02/12/2026 ວັນຊາດ; 24/12/2026-02/01/2027 Year end',
        'HOL-2,Holidays 2,2026-2027,05/10/2026,31/01/2027,DDK,31.12.2026 – 02.01.2027 ພັກ; ໐໖/໐໑/໒໐໒໗',
        'HOL-3,Holidays 3,2026-2027,05/10/2026,31/01/2027,DDK,New Year',
        'HOL-4,Holidays 4,2026-2027,05/10/2026,31/01/2027,DDK,02/01/2027-24/12/2026 turned',
      ),
    );
    const rows = await steps.rows(move, 'terms');
    expect(rows.map(({ problems }) => problems.map(({ field }) => field).join())).toEqual([
      '',
      '',
      'holidays',
      'holidays',
    ]);
    expect((await steps.run(move)).counts).toMatchObject({ in: 2, problem: 2 });
    const terms = (await owner.get('/academic-terms')).json<AcademicTerm[]>();
    const daysOf = (code: string) => terms.find((term) => term.code === code)?.holidays ?? [];
    expect(daysOf('HOL-1')).toHaveLength(11);
    expect(daysOf('HOL-1').slice(0, 2)).toEqual([
      { date: '2026-12-02', name: 'ວັນຊາດ' },
      { date: '2026-12-24', name: 'Year end' },
    ]);
    expect(daysOf('HOL-2').map(({ date }) => date)).toEqual([
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-06',
    ]);
    expect(terms.find((term) => term.code === 'HOL-1')).toMatchObject({ status: 'running' });
    expect((await pointers()).slice().sort()).toEqual(
      expect.arrayContaining(before.slice().sort()),
    );
    const pointed = terms.filter(({ currentUntil, defaultFrom }) => currentUntil ?? defaultFrom);
    expect(pointed.filter(({ code }) => code.startsWith('HOL'))).toEqual([]);
  });
});
