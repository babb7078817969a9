import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceSums } from '#contract/orders/balances.ts';
import type { QueueAnswer } from '#contract/reports/overview.ts';
import { queueKinds } from '#contract/reports/overview-parts.ts';
import type { StatementView } from '#contract/money/statements.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { classRules, ofAge } from '#tests/helpers/class-rules.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addDemoHistory(server.db);
});
afterAll(() => server.close());

const found = async <Row extends Record<string, unknown>>(query: SQL) =>
  (await server.db.execute<Row>(query)).rows;

describe('the demo centre after a year', () => {
  it.each(classRules)('has not %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it.each(ofAge)('has not %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it('has books and stock that add up', async () => {
    expect((await checkBooks(server.database)).differences).toEqual([]);
  });

  it('grew from term to term, and in each one some finished, some went on and some dropped out', async () => {
    const terms = await found<{ places: number; again: number; dropped: number }>(sql`
      select count(*)::int as places, count(*) filter (where place.status = 'withdrawn')::int as dropped,
        count(*) filter (where exists (select from enrolments other join academic_terms later on later.id = other.term_id where other.student_id = place.student_id and later.start_date > term.end_date and other.type = 'regular'))::int as again
      from enrolments place join academic_terms term on term.id = place.term_id where place.type = 'regular' and term.status in ('closed', 'running') group by term.id order by term.start_date`);
    expect(terms).toHaveLength(4);
    const sizes = terms.map(({ places }) => places);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    for (const { places, again } of terms.slice(0, 3))
      expect(again / places).toSatisfy((share: number) => share > 0.4 && share < 0.95);
    expect(terms.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(8);
  });

  it('has money in most weeks, by every way to pay, and no way with nearly all of it', async () => {
    const [weeks] = await found<{ n: number }>(
      sql`select count(distinct date_trunc('week', confirmed_day))::int as n from payments where confirmed_day > now() - interval '20 weeks'`,
    );
    expect(weeks?.n).toBeGreaterThan(17);
    const ways = await found<{ share: number }>(
      sql`select sum(amount_lak)::float / (select sum(amount_lak) from payments) as share from payments group by method, currency`,
    );
    expect(ways.length).toBeGreaterThan(3);
    for (const { share } of ways) expect(share).toBeLessThan(0.75);
  });

  it('has closed all days but the last one, with drawers that were counted, a few of them wrong for a reason', async () => {
    const left = await found<{ code: string; open: number; last: boolean }>(sql`
      select branch.code, count(*) filter (where closed.closed_at is null)::int as open, bool_and(closed.closed_at is not null or there.day >= (select min(day) from shifts where branch_id = branch.id and closed_at is null) or there.day = newest) as last
      from branches branch cross join lateral (select distinct day, max(day) over () as newest from receipts where branch_id = branch.id and day < (now() at time zone 'Asia/Vientiane')::date) there
      left join days closed on closed.branch_id = branch.id and closed.day = there.day group by 1 order by 1`);
    expect(left.map(({ code }) => code)).toEqual(['LPB', 'PKS', 'VTE']);
    for (const { open, last } of left) expect([open > 0 && open < 4, last]).toEqual([true, true]);
    const [wrong] = await found<{ some: number; all: number; reasons: boolean }>(sql`
      select count(*) filter (where content -> 'counted' <> content -> 'expected')::int as some, count(*)::int as all, bool_and((reason <> '') = (content -> 'counted' <> content -> 'expected')) as reasons from closings where shift_id is not null`);
    expect(wrong?.reasons).toBe(true);
    expect(Number(wrong?.some) / Number(wrong?.all)).toSatisfy(
      (share: number) => share > 0.02 && share < 0.15,
    );
  });

  it('is owed money of every age by families of each branch it shows', async () => {
    const [home] = await found<{ id: string }>(sql`select id from branches where code = 'VTE'`);
    const { ages } = (
      await (await server.as('superadmin')).get(`/balances/sums?branchId=${home?.id}`)
    ).json<BalanceSums>();
    expect(Object.entries(ages).filter(([, { families }]) => families === 0)).toEqual([]);
  });

  it('has something of every kind waiting, changes of class in every state, and a statement with matches and leftovers', async () => {
    const owner = await server.as('superadmin');
    const { counts } = (await owner.get('/overview/queue')).json<QueueAnswer>();
    expect(Object.keys(counts).toSorted()).toEqual(
      // No drawer of the demo centre holds less than nothing, nobody backs it up or asks for an
      // erasure, and it never moved in.
      queueKinds
        .filter((kind) => !['shortDrawer', 'backup', 'comparison', 'erasure'].includes(kind))
        .toSorted(),
    );
    expect(
      (
        await found<{ status: string }>(
          sql`select distinct status from transfer_requests order by 1`,
        )
      ).map(({ status }) => status),
    ).toEqual(['done', 'open', 'refused']);
    expect(
      await found(
        sql`select distinct confirmed_at is null as waits from branch_settlements order by 1`,
      ),
    ).toEqual([{ waits: false }, { waits: true }]);
    const [account] = await found<{ id: string }>(
      sql`select account.id from bank_accounts account join branches branch on branch.id = account.branch_id and branch.code = 'VTE' where account.is_default`,
    );
    const { lines, missing } = (
      await owner.get(`/verification/statements/${account?.id}`)
    ).json<StatementView>();
    expect([
      lines.some(({ payment }) => payment !== null),
      lines.some(({ proposal }) => proposal !== null),
      lines.some(({ payment, proposal }) => payment === null && proposal === null),
      missing.length > 0,
    ]).toEqual([true, true, true, true]);
  });
});
