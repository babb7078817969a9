import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import {
  branchSettlements,
  type BranchSettlement,
  type SettlementInput,
} from '#contract/money/settlements.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { openBooks } from '#server/ledger/books/posting.ts';
import { openFigures, readBetween } from '#server/ledger/figures/figures-at.ts';
import { readingAll } from '#server/lib/run-report.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { settlementTable as table } from '#server/db/tables/ledger/settlements.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';

const MOST = 200;
const paidFrom = sql<string>`coalesce((
  select bank || ' ' || account_no from ${bankAccountTable}
  where id = branch_settlements.bank_account_id), (
  select name from ${drawerTable}
  where id = branch_settlements.drawer_id), '')`;
const concernsBranch = (branchId: string) =>
  or(eq(table.fromBranchId, branchId), eq(table.toBranchId, branchId));

async function read(
  db: Db | Tx,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<BranchSettlement[]> {
  const { _id, fromBranchId, toBranchId, amountLAK, note, at, confirmedAt, byId, confirmedById } =
    table;
  const own = seesAllBranches(user.role) ? undefined : concernsBranch(user.branchId);
  const rows = await db
    .select({
      _id,
      fromBranchId,
      toBranchId,
      amountLAK,
      note,
      paidFrom,
      at,
      confirmedAt,
      byId,
      by: nameOfUser(byId),
      confirmedBy: nameOfUser(confirmedById),
    })
    .from(table)
    .where(and(own, where))
    .orderBy(desc(at))
    .limit(MOST);
  return rows.map(({ byId: author, ...row }) => ({
    ...row,
    mayConfirm:
      row.confirmedAt === null &&
      author !== user._id &&
      can(user, branchSettlements.write) &&
      (seesAllBranches(user.role) || row.toBranchId === user.branchId),
  }));
}

/** GET `/settlements`: settlements that the branch paid or received, newest first. */
export const listSettlements = (
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<BranchSettlement[]> =>
  read(db, user, branchId === undefined ? undefined : concernsBranch(branchId));

async function answer(
  { tx, user }: Writer,
  id: string,
  action: 'create' | 'update',
): Promise<WriteResult<BranchSettlement>> {
  const [row] = await read(tx, user, eq(table._id, id));
  if (!row) throw new ApiError('notFound');
  return {
    answer: row,
    audit: [
      {
        action,
        entity: branchSettlements.name,
        entityId: id,
        branchId: row.fromBranchId,
        after: { amountLAK: row.amountLAK, toBranchId: row.toBranchId, paidFrom: row.paidFrom },
      },
    ],
  };
}

/** Throws unless the money comes from a drawer, or an account in kip, of the branch that owes. */
async function checkPaidFrom(
  tx: Tx,
  { fromBranchId, bankAccountId, drawerId }: SettlementInput,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select id from ${bankAccountTable}
    where id = ${bankAccountId} and branch_id = ${fromBranchId} and currency = 'LAK' and active
    union all
    select id from ${drawerTable}
    where id = ${drawerId} and branch_id = ${fromBranchId} and active`);
  if (rows.length === 0)
    throw fieldsInvalid({ [bankAccountId === null ? 'drawerId' : 'bankAccountId']: 'invalid' });
}

/** The moment of a settlement in the books of both branches, also on a closed day. */
async function momentOf(
  tx: Tx,
  { fromBranchId, toBranchId }: Pick<SettlementInput, 'fromBranchId' | 'toBranchId'>,
): Promise<string> {
  return (await openBooks(tx, [fromBranchId, toBranchId], { evenClosed: true })).at;
}

/**
 * POST `/settlements`, by the branch that owes: at most its debt, less settlements that are not
 * confirmed yet.
 */
export async function addSettlement(
  writer: Writer,
  input: SettlementInput,
): Promise<WriteResult<BranchSettlement>> {
  const { tx, user } = writer;
  if (!seesAllBranches(user.role) && input.fromBranchId !== user.branchId)
    throw new ApiError('notFound');
  await checkPaidFrom(tx, input);
  await tx.execute(
    sql`
      select pg_advisory_xact_lock(hashtextextended('settlement ' || least(${input.fromBranchId}::text,
        ${input.toBranchId}::text),
      0))`,
  );
  const today = await openFigures(readingAll(tx), {
    branchId: input.fromBranchId,
    day: await todayInLaos(tx),
  });
  const owed = (await readBetween(today)).find(
    (pair) => pair.branchId === input.fromBranchId && pair.otherBranchId === input.toBranchId,
  );
  const {
    rows: [open],
  } = await tx.execute<{ sum: string | null }>(
    sql`
      select coalesce(sum(amount_lak), 0) as sum from ${table}
      where from_branch_id = ${input.fromBranchId} and to_branch_id = ${input.toBranchId}
        and confirmed_at is null`,
  );
  const most = Math.max(0, (owed?.amountLAK ?? 0) - Number(open?.sum ?? 0));
  if (input.amountLAK > most)
    throw fieldsInvalid({ amountLAK: `tooLarge:${most.toLocaleString('en')}` });
  const _id = uuidv7();
  const at = await momentOf(tx, input);
  await tx.insert(table).values({ ...input, _id, byId: user._id, at });
  return answer(writer, _id, 'create');
}

/**
 * POST `/settlements/{id}/confirm`, by the branch that received it, and by somebody other than its
 * author.
 */
export async function confirmSettlement(
  writer: Writer,
  id: string,
): Promise<WriteResult<BranchSettlement>> {
  const { tx, user } = writer;
  const [row] = await read(tx, user, eq(table._id, id));
  if (!row) throw new ApiError('notFound');
  if (!row.mayConfirm) throw new ApiError('forbidden');
  await tx
    .update(table)
    .set({ confirmedById: user._id, confirmedAt: await momentOf(tx, row) })
    .where(and(eq(table._id, id), isNull(table.confirmedAt)));
  return answer(writer, id, 'update');
}
