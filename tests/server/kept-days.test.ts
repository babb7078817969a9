import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { keptDayTable, type KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import {
  allParts,
  endOfDay,
  readAllRows,
  readAt,
  readSince,
} from '#server/ledger/figures/figures-at.ts';
import { keepPastDays } from '#server/ledger/figures/keep-days.ts';
import { nearestKept } from '#server/ledger/figures/kept-days.ts';
import type { BranchMoment } from '#server/ledger/figures/standing.ts';
import { keptDayDifferences } from '#server/reading/books-check/kept-day-checks.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { done } from '#tests/helpers/class-data.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// Standing figures are kept by day: docs/figures.md, "Kept days".

let server: TestServer;
let vte: string;
const today = dayInLaos();
const yesterday = addDays(today, -1);
beforeAll(async () => {
  server = await startTestServer();
  vte = await branchId(server.db, 'VTE');
  await addDemoHistory(server.db);
});
afterAll(() => server.close());

const at = (day: string, branch = vte): BranchMoment => ({
  branchId: branch,
  day,
  asOf: endOfDay(day),
});
const byAllRows = (moment: BranchMoment) => allParts(readAllRows(server.db, moment));
const asRead = async (moment: BranchMoment) => allParts(await readAt(server.db, moment));
/** Sums that are 0 say nothing. */
const withoutZeros = (figures: KeptFigures) =>
  Object.fromEntries(
    Object.entries(figures).map(([part, sums]) => [
      part,
      Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0)),
    ]),
  );
const readMonth = async () =>
  done<FiguresAnswer>(
    await (await server.as('superadmin')).get(`/figures?from=${addDays(today, -30)}&to=${today}`),
  );
/** A session of a class with places that the branch billed, on a day. */
async function sessionOn(day: string): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    insert into class_sessions (id, class_id, branch_id, date, start_time, end_time)
    select gen_random_uuid(), place.class_id, class.branch_id, ${day}::date, '06:00', '07:00'
    from order_lines line join orders on orders.id = line.order_id
    join enrolments place on place.id = line.enrolment_id join classes class on class.id = place.class_id
    where orders.branch_id = ${vte} and orders.confirmed_at is not null
      and line.kind = 'tuition' and place.start_date <= ${day}::date
    limit 1 returning id`);
  return String(rows[0]?.id);
}

describe('figures at the end of a day', () => {
  it.each([1, 17, -4])(
    'are those of a day %i days before, and the rows since',
    async (distance) => {
      for (const back of [0, 3, 100, 330]) {
        const moment = at(addDays(today, -back));
        const base = at(addDays(moment.day, -distance));
        const kept = { ...base, figures: await byAllRows(base) };
        const read = await allParts(readSince(server.db, kept, moment));
        expect(withoutZeros(read), `${base.day} to ${moment.day}`).toEqual(
          withoutZeros(await byAllRows(moment)),
        );
      }
    },
  );

  it('are the same before any day is kept, while days are filled in slices, and afterwards', async () => {
    const before = await readMonth();
    expect(await nearestKept(server.db, vte, today)).toBeUndefined();
    // By day nothing is begun that reads all rows.
    expect(await keepPastDays(server.db, { most: 2, evenSlow: false })).toBe(0);
    expect(await keepPastDays(server.db, { most: 1, evenSlow: true })).toBeGreaterThan(1);
    expect((await nearestKept(server.db, vte, today))?.day).toBe(yesterday);
    expect(await readMonth()).toEqual(before);
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect((await nearestKept(server.db, vte, addDays(today, -4)))?.day).toBe(addDays(today, -4));
    expect(await readMonth()).toEqual(before);
    expect(await keptDayDifferences(server.db)).toEqual([]);
  });
});

describe('a kept day', () => {
  it('does not change, whoever asks the database itself', async () => {
    await expect(server.db.execute(sql`update kept_days set figures = '{}'`)).rejects.toThrow();
    await expect(server.db.execute(sql`delete from kept_days`)).rejects.toThrow();
  });

  it('is withdrawn with all later ones by a change of a session, and kept again', async () => {
    const day = addDays(today, -3);
    const id = await sessionOn(day);
    expect((await nearestKept(server.db, vte, day))?.day).toBe(addDays(day, -1));
    expect(await asRead(at(yesterday))).toEqual(await byAllRows(at(yesterday)));
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(yesterday);
    // Attendance changes nothing; taking the session off does.
    await server.db.execute(sql`update class_sessions set status = 'held' where id = ${id}`);
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(yesterday);
    await server.db.execute(sql`update class_sessions set status = 'cancelled' where id = ${id}`);
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(addDays(day, -1));
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect(await keptDayDifferences(server.db)).toEqual([]);
  });

  it('that was closed and reopened counts what came later on that day', async () => {
    const owner = await server.as('superadmin');
    await server.db.execute(sql`update shifts set closed_at = now() where closed_at is null`);
    done(await owner.post(`/days/${today}/close`, { branchId: vte }));
    expect((await nearestKept(server.db, vte, today))?.day).toBe(today);
    done(
      await owner.post(`/days/${today}/reopen`, { branchId: vte, reason: 'a parent came late' }),
    );
    expect(await asRead(at(today))).toEqual(await byAllRows(at(today)));
  });

  it('whose figures are not those of its rows is found by the check of the books', async () => {
    const right = await nearestKept(server.db, vte, yesterday);
    if (!right) throw new Error('no kept day');
    const { owedLAK = 0 } = right.figures.money;
    const money = { ...right.figures.money, owedLAK: owedLAK + 1 };
    const values = { branchId: vte, day: right.day, asOf: right.asOf };
    await server.db
      .insert(keptDayTable)
      .values({ ...values, figures: { ...right.figures, money } });
    expect(await keptDayDifferences(server.db)).toContainEqual({
      check: 'figures of a kept day',
      where: `VTE ${yesterday}`,
      detail: `money owedLAK: kept ${owedLAK + 1}, rows ${owedLAK}`,
    });
  });
});
