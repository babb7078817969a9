import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import type { StatementLine, StatementView } from '#contract/statements.ts';
import type { Db } from '#server/db/client.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { statementLineTable as table } from '#server/db/tables/ledger/verification.table.ts';
import { dayInLaos } from '#contract/people.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { latinPayerOfPayment, payerOfPayment } from './read-slips.ts';
import { isInUse, readAccount } from './statement-lines.service.ts';

/** The most days between the record of the desk and the bank's row, for a match by amount alone. */
const NEAR_DAYS = 2;
const DAY_MS = 86_400_000;

const sameReference = (a: string, b: string) =>
  a !== '' && a.toUpperCase().replaceAll(/\s/g, '') === b.toUpperCase().replaceAll(/\s/g, '');

type AccountPayment = NonNullable<StatementLine['payment']>;

/** The likely slip of a row, among those that wait. */
function proposalFor(
  line: Pick<StatementLine, 'reference' | 'amount' | 'day'>,
  waiting: readonly AccountPayment[],
): StatementLine['proposal'] {
  const byReference = waiting.find(({ reference }) => sameReference(reference, line.reference));
  if (byReference)
    return { ...byReference, by: byReference.tendered === line.amount ? 'both' : 'reference' };
  const isNear = ({ at }: AccountPayment) =>
    Math.abs(Date.parse(at) - Date.parse(`${line.day}T05:00:00Z`)) <= NEAR_DAYS * DAY_MS;
  const [alike, ...others] = waiting.filter((one) => one.tendered === line.amount && isNear(one));
  return alike && others.length === 0 ? { ...alike, by: 'amount' } : null;
}

/** The last loaded statement of an account, with the first and last day of its rows. */
async function readLastStatement(db: Db, isOfAccount: SQL | undefined) {
  const [last] = await db
    .select({
      statementId: table.statementId,
      fileName: table.fileName,
      at: table.loadedAt,
      by: nameOfUser(table.loadedById),
    })
    .from(table)
    .where(isOfAccount)
    .orderBy(desc(table.loadedAt))
    .limit(1);
  if (!last) return undefined;
  const [days] = await db
    .select({
      from: sql<string>`min(${table.day})::text`,
      to: sql<string>`max(${table.day})::text`,
    })
    .from(table)
    .where(and(isOfAccount, eq(table.statementId, last.statementId)));
  return { ...last, from: days?.from ?? '', to: days?.to ?? '' };
}

/** Payments into an account that are pending, or confirmed since a week before `from`. */
async function readPayments(
  db: Db,
  user: SignedInUser,
  accountId: string,
  from: string,
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
        sql`(${state} = 'pending' or ${at} >= (${from}::date - 7)::timestamp at time zone 'Asia/Vientiane')`,
      ),
    )
    .orderBy(at, _id);
  return payments.map(({ recordedById: recorder, ...payment }): AccountPayment => ({
    ...payment,
    isOwn: recorder === user._id,
  }));
}

/**
 * Finds the payment of each row, or proposes a slip for it; `used` are the ids of all payments that
 * were found or proposed, each at most once.
 */
function matchLines(
  lines: readonly (typeof table.$inferSelect)[],
  payments: readonly AccountPayment[],
): { matched: StatementLine[]; used: ReadonlySet<string> } {
  const linked = new Set(lines.flatMap(({ paymentId }) => paymentId ?? []));
  const used = new Set<string>();
  const matched = lines.map((line): StatementLine => {
    const { _id, row, day, time, description, amount, reference } = line;
    const payment =
      payments.find((one) => one._id === line.paymentId) ??
      (line.paymentId === null
        ? payments.find(
            (one) =>
              one.state === 'confirmed' &&
              !linked.has(one._id) &&
              sameReference(one.reference, reference) &&
              one.tendered === amount,
          )
        : undefined);
    if (payment) used.add(payment._id);
    const waiting = payments.filter(
      (one) => one.state === 'pending' && !linked.has(one._id) && !used.has(one._id),
    );
    const proposal = payment ? null : proposalFor(line, waiting);
    if (proposal) used.add(proposal._id);
    return {
      ...{ _id, row, day, time, reference, description, amount },
      payment: payment ?? null,
      proposal,
    };
  });
  return { matched, used };
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
  const isOfAccount = and(eq(table.bankAccountId, accountId), isInUse);
  const last = await readLastStatement(db, isOfAccount);
  if (!last) return { currency, loaded: null, lines: [], missing: [] };
  const { statementId, fileName, from, to, at, by } = last;
  const lines = await db
    .select()
    .from(table)
    .where(and(isOfAccount, sql`${table.day} between ${from} and ${to}`))
    .orderBy(table.day, table.time, table.row);
  const payments = await readPayments(db, user, accountId, from);
  const { matched, used } = matchLines(lines, payments);
  const missing = payments.filter((payment) => {
    const day = dayInLaos(Date.parse(payment.at));
    return payment.state === 'confirmed' && !used.has(payment._id) && day >= from && day <= to;
  });
  const mayTakeBack = lines.every(
    (line) => line.statementId !== statementId || line.paymentId === null,
  );
  return {
    currency,
    loaded: { statementId, mayTakeBack, fileName, from, to, at, by },
    lines: matched,
    missing,
  };
}
