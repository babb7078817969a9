import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { JournalAccount, JournalQuery, JournalRow } from '#contract/money/journal.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import { dayOf, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { tuitionAt } from '#server/ledger/figures/standing.ts';
import { journalAccountTable } from '#server/db/tables/reading/journal-accounts.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { journalLegs } from './entries.ts';

type Sum = {
  day: string;
  branchId: string;
  account: JournalAccount;
  detail: string;
  currency: string;
  minor: number;
  amount: number;
};

/** Sums by day and account; for foreign money also the balance before the range. */
async function readSums(
  db: Db,
  { branchId, from, to }: JournalQuery,
  tuitionWaits: boolean,
): Promise<Sum[]> {
  const { rows } = await db.execute<Record<keyof Sum, string>>(sql`
    select ${dayOf(sql.raw('leg.at'))}::text as day, leg.branch_id as "branchId", leg.account,
      leg.detail, leg.currency, sum(leg.minor) as minor, sum(leg.amount) as amount
    from (${journalLegs(tuitionWaits)}) leg
    where leg.at < ${endOf(to)}
      and (leg.currency <> 'LAK' or leg.at >= ${endOf(addDays(from, -1))})
      and ${inBranch(sql.raw('leg.branch_id'), branchId)}
    group by 1, 2, 3, 4, 5 having sum(leg.amount) <> 0 or sum(leg.minor) <> 0 order by 1, 2, 3, 4`);
  return rows.map((row) => ({
    ...row,
    account: row.account as JournalAccount,
    minor: readSum(row.minor),
    amount: readSum(row.amount),
  }));
}

/**
 * The tuition that each branch has earned by the end of a day (docs/figures.md, "Figure 17: earned
 * tuition").
 */
async function earnedAt(
  db: Db,
  branchId: string | undefined,
  day: string,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ branchId: string; sum: string }>(
    sql`
      select orders.branch_id as "branchId", sum(tuition.earned) as sum
      from ${tuitionAt({ branchId, day })} tuition
      join ${orderTable} on orders.id = tuition.order_id
      group by 1`,
  );
  return new Map(rows.map((row) => [row.branchId, readSum(row.sum)]));
}

/**
 * Moves each day's earned tuition from deferred tuition to tuition. Future days have earned nothing
 * yet.
 */
async function earnedSums(db: Db, { branchId, from, to }: JournalQuery): Promise<Sum[]> {
  const sums: Sum[] = [];
  const today = await todayInLaos(db);
  let before = await earnedAt(db, branchId, addDays(from, -1));
  for (let day = from; day <= to && day <= today; day = addDays(day, 1)) {
    const now = await earnedAt(db, branchId, day);
    for (const branch of new Set([...before.keys(), ...now.keys()])) {
      const amount = (now.get(branch) ?? 0) - (before.get(branch) ?? 0);
      const row = { day, branchId: branch, detail: '', currency: 'LAK', minor: 0 };
      if (amount !== 0)
        sums.push(
          { ...row, account: 'unearned', amount },
          { ...row, account: 'tuition', amount: -amount },
        );
    }
    before = now;
  }
  return sums;
}

/** The newest rate at the end of each day, from the day before the range. */
async function closingRates(
  db: Db,
  { from, to }: JournalQuery,
): Promise<(day: string, currency: string) => number> {
  const { rows } = await db.execute<{ day: string; currency: string; rate: string }>(sql`
    select calendar.day::date::text as day, cur.code as currency,
      coalesce(
        (
          select rate_to_lak
          from ${exchangeRateTable}
          where currency = cur.code
            and created_at < (calendar.day::date + 1)::timestamp at time zone 'Asia/Vientiane'
          order by sequence desc
          limit 1
        ),
          0
      )::text as rate
    from generate_series(${addDays(from, -1)}::date, ${to}::date, interval '1 day') calendar(day)
    cross join (values ('THB'), ('USD')) cur(code)`);
  const rates = new Map(
    rows.map(({ day, currency, rate }) => [`${day} ${currency}`, Number(rate)]),
  );
  return (day, currency) => rates.get(`${day} ${currency}`) ?? 0;
}

const MINOR_UNITS = 100;

/**
 * At the close of each day foreign cash is valued at the newest rate; the gain or loss is exchange.
 */
function revalued(
  sums: readonly Sum[],
  rateOf: (day: string, currency: string) => number,
  { from, to }: JournalQuery,
): Sum[] {
  const found: Sum[] = [];
  const foreign = sums.filter(({ currency }) => currency !== 'LAK');
  for (const key of new Set(
    foreign.map(({ branchId, account, currency }) => `${branchId} ${account} ${currency}`),
  )) {
    const [branchId = '', account = '', currency = ''] = key.split(' ');
    const own = foreign.filter(
      (sum) => sum.branchId === branchId && sum.account === account && sum.currency === currency,
    );
    let minor = own.filter(({ day }) => day < from).reduce((sum, one) => sum + one.minor, 0);
    let value = Math.round((minor * rateOf(addDays(from, -1), currency)) / MINOR_UNITS);
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const today = own.filter((sum) => sum.day === day);
      minor += today.reduce((sum, one) => sum + one.minor, 0);
      const next = Math.round((minor * rateOf(day, currency)) / MINOR_UNITS);
      const gain = next - value - today.reduce((sum, one) => sum + one.amount, 0);
      const row = { day, branchId, minor: 0 };
      if (gain !== 0)
        found.push(
          { ...row, account: account as JournalAccount, detail: currency, currency, amount: gain },
          { ...row, account: 'exchange', detail: '', currency: 'LAK', amount: -gain },
        );
      value = next;
    }
  }
  return found;
}

type Names = {
  isOpen: (branchId: string, day: string) => boolean;
  nameOf: (detail: string) => string;
  codeOf: (account: JournalAccount) => string;
};

async function readNames(db: Db, { from, to }: JournalQuery): Promise<Names> {
  const closed = await db.execute<{ key: string }>(
    sql`
      select branch_id || ' ' || day as key
      from ${dayTable}
      where closed_at is not null and day between ${from}::date and ${to}::date`,
  );
  const nameRows = await db.execute<{ id: string; name: string }>(
    sql`
      select id::text, code as name
      from ${branchTable}
      union all
      select id::text, bank || ' ' || account_no
      from ${bankAccountTable}
      union all
      select id::text, name
      from ${drawerTable}`,
  );
  const codes = new Map(
    (await db.select().from(journalAccountTable)).map(({ account, code }) => [account, code]),
  );
  const days = new Set(closed.rows.map(({ key }) => key));
  const names = new Map(nameRows.rows.map(({ id, name }) => [id, name]));
  return {
    isOpen: (branchId, day) => !days.has(`${branchId} ${day}`),
    nameOf: (detail) => names.get(detail) ?? detail,
    codeOf: (account) => codes.get(account) ?? '',
  };
}

/** GET `/journal`. */
export async function readJournal(
  db: Db,
  user: SignedInUser,
  asked: JournalQuery,
): Promise<JournalRow[]> {
  const query = { ...asked, branchId: seesAllBranches(user.role) ? asked.branchId : user.branchId };
  const { isOpen, nameOf, codeOf } = await readNames(db, query);
  const tuitionWaits = codeOf('unearned') !== '';
  const sums = await readSums(db, query, tuitionWaits);
  const earned = tuitionWaits ? await earnedSums(db, query) : [];
  const all = [
    ...earned,
    ...sums.filter(({ day }) => day >= query.from),
    ...revalued(sums, await closingRates(db, query), query),
  ];
  const byRow = new Map<string, Sum>();
  for (const one of all) {
    const key = [one.day, one.branchId, one.account, one.detail].join(' ');
    byRow.set(key, { ...one, amount: (byRow.get(key)?.amount ?? 0) + one.amount });
  }
  return [...byRow.values()]
    .filter(({ amount }) => amount !== 0)
    .toSorted(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        a.branchId.localeCompare(b.branchId) ||
        Number(b.amount > 0) - Number(a.amount > 0) ||
        a.account.localeCompare(b.account),
    )
    .map(({ day, branchId, account, detail, amount }) => ({
      day,
      branchId,
      account,
      detail: nameOf(detail),
      code: codeOf(account),
      debitLAK: Math.max(0, amount),
      creditLAK: Math.max(0, -amount),
      isProvisional: isOpen(branchId, day),
    }));
}
