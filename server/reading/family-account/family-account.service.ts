import { inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FamilyAccount, familyAccountQuery } from '#contract/orders/family-account.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { askedBackOf, freeMoneyOf } from '#server/ledger/orders/payer-account.ts';
import { readFacts } from './account-facts.ts';
import { knownPayer, studentsOf } from './account-people.ts';
import { AccountBook } from './account-rows.ts';
import { accountSums } from './account-sums.ts';

type Query = z.output<typeof familyAccountQuery>;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, amount) => sum + amount, 0);

/** Today in Vientiane, and the last moment of the requested day; today ends now. */
async function readClock(
  db: Db,
  asked: string | undefined,
): Promise<{ today: string; asOf: string; until: string }> {
  const { rows } = await db.execute<{ today: string; now: string; end: string }>(sql`
    select (now() at time zone 'Asia/Vientiane')::date::text as today,
      to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
      to_char(
        (
          (${asked ?? '2000-01-01'}::date + 1)::timestamp at time zone 'Asia/Vientiane' - interval '1 millisecond'
        ) at time zone 'utc',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as end`);
  const [clock] = rows;
  if (!clock) throw new Error('The database has no clock');
  if (asked === undefined || asked >= clock.today)
    return { today: clock.today, asOf: clock.today, until: clock.now };
  return { today: clock.today, asOf: asked, until: clock.end };
}

/**
 * The branch of the account: the user's own, or the requested one for users who see all branches.
 */
function branchOf(user: SignedInUser, asked: string | undefined, home: string): string {
  if (seesAllBranches(user.role)) return asked ?? home;
  if (asked !== undefined && asked !== user.branchId) throw new ApiError('notFound');
  return user.branchId;
}

/**
 * GET `/family-accounts/{id}`: the account of a payer in a branch, as of now or of the end of an
 * earlier day.
 */
export async function readFamilyAccount(
  db: Db,
  user: SignedInUser,
  id: string,
  query: Query,
): Promise<FamilyAccount> {
  const { payer, homeBranchId, key } = await knownPayer(db, user, id);
  const branchId = branchOf(user, query.branchId, homeBranchId);
  const facts = await readFacts(db, key);
  const { today, asOf, until } = await readClock(db, query.asOf);
  const all = new AccountBook(facts, { branchId, until }).rows();
  const rows = all.filter(({ at }) => at <= until);
  const { elsewhere, ...sums } = accountSums(facts, branchId, { until, asOf });
  const names = await db
    .select({ _id: branchTable._id, name: branchTable.branchName })
    .from(branchTable)
    .where(inArray(branchTable._id, [branchId, ...elsewhere.map((one) => one.branchId)]));
  const nameOf = (one: string) => names.find(({ _id }) => _id === one)?.name ?? '';
  const free =
    asOf === today ? sumOf((await freeMoneyOf(db, key)).map(({ freeLAK }) => freeLAK)) : 0;
  return {
    payer,
    branchId,
    branchName: nameOf(branchId),
    asOf,
    today,
    rows,
    ...sums,
    laterRows: all.length - rows.length,
    chargedLAK: sumOf(rows.map(({ amountLAK }) => Math.max(0, amountLAK))),
    creditedLAK: sumOf(rows.map(({ amountLAK }) => Math.max(0, -amountLAK))),
    balanceLAK: rows.at(-1)?.balanceLAK ?? 0,
    askedBackLAK: await askedBackOf(db, key, free),
    students: await studentsOf(db, user, key),
    elsewhere: elsewhere.map((one) => ({ ...one, name: nameOf(one.branchId) })),
  };
}
