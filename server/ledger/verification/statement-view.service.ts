import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { StatementLeftOut, StatementLine, StatementView } from '#contract/money/statements.ts';
import type { Db } from '#server/db/client.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import {
  statementLineTable as table,
  statementTable,
} from '#server/db/tables/ledger/verification.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { dayInLaos } from '#contract/dates.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { foldReference } from './bank-rows.ts';
import { latinPayerOfPayment, payerOfPayment } from './read-slips.ts';
import { isInUse, readAccount } from './statement-lines.service.ts';

/** The most days between the record of the desk and the bank's row, for a match by amount alone. */
const NEAR_DAYS = 2;
const DAY_MS = 86_400_000;

const sameReference = (a: string, b: string) =>
  foldReference(a) !== '' && foldReference(a) === foldReference(b);

type AccountPayment = NonNullable<StatementLine['payment']>;
type Line = typeof table.$inferSelect;

/** Milliseconds between the desk's record and the bank's row; noon where the bank has no time. */
const apart = ({ day, time }: Pick<Line, 'day' | 'time'>, { at }: AccountPayment) =>
  Math.abs(Date.parse(at) - Date.parse(`${day}T${time || '12:00'}+07:00`));

/** The last loaded statement of an account. */
async function readLastStatement(db: Db, accountId: string) {
  const { _id, fileName, sheetName, fromDay, toDay, loadedAt, loadedById } = statementTable;
  const { rowsIn, notIncoming, unread } = statementTable;
  const [last] = await db
    .select({
      _id,
      fileName,
      sheetName,
      fromDay,
      toDay,
      at: loadedAt,
      by: nameOfUser(loadedById),
      counts: { in: rowsIn, notIncoming, unread },
    })
    .from(statementTable)
    .where(and(eq(statementTable.bankAccountId, accountId), isNull(statementTable.takenBackAt)))
    .orderBy(desc(loadedAt))
    .limit(1);
  return last;
}

/**
 * Payments into an account that are pending, confirmed since a week before `from`, or linked to one
 * of these rows.
 */
async function readPayments(
  db: Db,
  user: SignedInUser,
  accountId: string,
  { from, linked }: { from: string; linked: readonly string[] },
): Promise<AccountPayment[]> {
  const { _id, state, reference, at, tendered, recordedById } = paymentTable;
  const payments = await db
    .select({
      _id,
      state,
      payerName: payerOfPayment,
      payerNameEn: latinPayerOfPayment,
      reference,
      at,
      tendered,
      recordedById,
    })
    .from(paymentTable)
    .where(
      and(
        eq(paymentTable.bankAccountId, accountId),
        gt(paymentTable.amountLAK, 0),
        sql`${state} in ('pending', 'confirmed')`,
        sql`(${state} = 'pending' or ${at} >= (${from}::date - 7)::timestamp at time zone 'Asia/Vientiane'
          or ${_id} = any(${sql.param([...linked])}::uuid[]))`,
      ),
    )
    .orderBy(at, _id);
  return payments.map(({ recordedById: recorder, ...payment }): AccountPayment => ({
    ...payment,
    isOwn: recorder === user._id,
  }));
}

/** The payments that are given to rows; each is given once. */
class Unused {
  readonly #left: Set<AccountPayment>;
  constructor(payments: readonly AccountPayment[]) {
    this.#left = new Set(payments);
  }
  /** Takes the first payment that fits. */
  take(fits: (payment: AccountPayment) => boolean): AccountPayment | undefined {
    const found = [...this.#left].find(fits);
    if (found) this.#left.delete(found);
    return found;
  }
  all(): AccountPayment[] {
    return [...this.#left];
  }
}

/**
 * Finds the payment of each row, or proposes a slip for it. All references are looked at before the
 * first amount, so that a row with the same sum takes no slip that names another row.
 */
function matchLines(
  lines: readonly Line[],
  payments: readonly AccountPayment[],
  statementId: string,
): { matched: StatementLine[]; unused: AccountPayment[] } {
  const unused = new Unused(payments);
  const payment = new Map<string, AccountPayment>();
  const proposal = new Map<string, NonNullable<StatementLine['proposal']>>();
  const open = () => lines.filter(({ _id }) => !payment.has(_id) && !proposal.has(_id));
  const propose = (
    line: Line,
    by: NonNullable<StatementLine['proposal']>['by'],
    fits: (one: AccountPayment) => boolean,
  ) => {
    const slip = unused.take((one) => one.state === 'pending' && fits(one));
    if (slip) proposal.set(line._id, { ...slip, by });
  };
  for (const line of lines) {
    const linked = unused.take(({ _id }) => _id === line.paymentId);
    if (linked) payment.set(line._id, linked);
  }
  const isSame = (line: Line) => (one: AccountPayment) =>
    sameReference(one.reference, line.reference);
  const isSum = (line: Line) => (one: AccountPayment) => one.tendered === line.amount;
  for (const line of open()) {
    const confirmed = unused.take(
      (one) => one.state === 'confirmed' && isSame(line)(one) && isSum(line)(one),
    );
    if (confirmed) payment.set(line._id, confirmed);
  }
  for (const line of open()) propose(line, 'both', (one) => isSame(line)(one) && isSum(line)(one));
  for (const line of open()) propose(line, 'reference', isSame(line));
  for (const line of open()) {
    const alike = unused
      .all()
      .filter((one) => one.state === 'pending' && isSum(line)(one))
      .filter((one) => apart(line, one) <= NEAR_DAYS * DAY_MS);
    if (alike.length === 1) propose(line, 'amount', (one) => one === alike[0]);
  }
  const matched = lines.map((line): StatementLine => {
    const { _id, row, day, time, description, amount, reference } = line;
    return {
      _id,
      row,
      day,
      time,
      reference,
      description,
      amount,
      inFile: line.seenInId === statementId,
      payment: payment.get(_id) ?? null,
      proposal: proposal.get(_id) ?? null,
    };
  });
  return { matched, unused: unused.all() };
}

/**
 * GET `/verification/statements/{account}`. The matches are proposals: nothing is linked until a
 * person confirms it.
 */
export async function readStatementView(
  db: Db,
  user: SignedInUser,
  accountId: string,
): Promise<StatementView> {
  const { currency } = await readAccount(db, user, accountId);
  const last = await readLastStatement(db, accountId);
  if (!last) return { currency, loaded: null, lines: [], missing: [] };
  const { _id: statementId, fromDay: from, toDay: to, ...loaded } = last;
  const lines = await db
    .select()
    .from(table)
    .where(
      and(eq(table.bankAccountId, accountId), isInUse, sql`${table.day} between ${from} and ${to}`),
    )
    .orderBy(table.day, table.time, table.row);
  const linked = lines.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = await readPayments(db, user, accountId, { from, linked });
  const { matched, unused } = matchLines(lines, payments, statementId);
  const missing = unused.filter(({ state, at }) => {
    const day = dayInLaos(Date.parse(at));
    return state === 'confirmed' && day >= from && day <= to;
  });
  const mayTakeBack = lines.every(
    (line) =>
      line.statementId !== statementId || !payments.some(({ _id }) => _id === line.paymentId),
  );
  return {
    currency,
    loaded: { statementId, mayTakeBack, from, to, ...loaded },
    lines: matched,
    missing,
  };
}

/** GET `/verification/statements/{statement}/left-out`; empty for a file that is not the newest. */
export async function readLeftOut(
  db: Db,
  user: SignedInUser,
  statementId: string,
): Promise<StatementLeftOut> {
  const [found] = await db
    .select({ leftOut: statementTable.leftOut })
    .from(statementTable)
    .where(and(eq(statementTable._id, statementId), ownBranchOnly(user, statementTable.branchId)));
  if (!found) throw new ApiError('notFound');
  return found.leftOut ?? { headings: [], notIncoming: [], unread: [], cutReferences: [] };
}
