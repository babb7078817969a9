import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/auth.ts';
import { orderPaymentInput } from '#contract/order-payments.ts';
import type {
  LineRecord,
  LineRecorded,
  StatementLine,
  StatementLoaded,
  StatementQuery,
  StatementTakenBack,
  StatementView,
} from '#contract/statements.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Sheet } from '#server/lib/sheets/read-sheet.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { payOrder } from '#server/ledger/orders/pay-order.service.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { latinPayerOfPayment, payerOfPayment } from './read-slips.ts';
import { readStatement, type StatementRow } from './read-statement.ts';
import { statementLineTable as table } from '#server/db/tables/ledger/verification.table.ts';

const INSERT_AT_ONCE = 500;
/** Days between what the desk wrote down and what the bank says. */
const NEAR_DAYS = 2;
const DAY_MS = 86_400_000;
/** Rows of files that were not taken back. */
const stands = isNull(table.takenBackAt);

async function readAccount(db: Db | Tx, user: SignedInUser, accountId: string) {
  const [account] = await db
    .select()
    .from(bankAccountTable)
    .where(
      and(eq(bankAccountTable._id, accountId), ownBranchOnly(user, bankAccountTable.branchId)),
    );
  if (!account) throw new ApiError('notFound');
  return account;
}

/** Equal rows of one file are told apart by their count. */
function withFingerprints(
  rows: readonly StatementRow[],
): (StatementRow & { fingerprint: string })[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = [row.day, row.time, row.reference, row.amount, row.description].join(' ');
    const n = (seen.get(key) ?? 0) + 1;
    seen.set(key, n);
    return { ...row, fingerprint: `${key} ${n}` };
  });
}

/** POST `/verification/statements`: a file that overlaps an earlier one adds only what is new. */
export async function loadStatement(
  { tx, user }: Writer,
  { bankAccountId, fileName, ...chosen }: StatementQuery,
  sheet: Sheet,
): Promise<Written<StatementLoaded>> {
  const { branchId, currency } = await readAccount(tx, user, bankAccountId);
  const { rows, leftOut } = readStatement(sheet, currency, chosen);
  if (rows.length === 0) throw new ApiError('statementUnknown');
  const statementId = uuidv7();
  let added = 0;
  const values = withFingerprints(rows).map((row) => ({
    ...row,
    branchId,
    bankAccountId,
    statementId,
    fileName,
    loadedById: user._id,
    loadedAt: sql`clock_timestamp()`,
  }));
  for (let at = 0; at < values.length; at += INSERT_AT_ONCE) {
    const inserted = await tx
      .insert(table)
      .values(values.slice(at, at + INSERT_AT_ONCE))
      .onConflictDoNothing({ target: [table.bankAccountId, table.fingerprint], where: stands })
      .returning({ _id: table._id });
    added += inserted.length;
  }
  const answer = { statementId, added, known: rows.length - added, leftOut };
  return {
    answer,
    audit: {
      action: 'loadStatement',
      entity: 'bank-accounts',
      entityId: bankAccountId,
      branchId,
      after: { fileName, ...answer },
    },
  };
}

/**
 * POST `/verification/statements/{statement}/take-back`: its rows stay, but stand no more. A later
 * file may have left out what this one had, so the last one goes first.
 */
export async function takeStatementBack(
  { tx, user }: Writer,
  statementId: string,
): Promise<Written<StatementTakenBack>> {
  const isIts = and(
    eq(table.statementId, statementId),
    stands,
    ownBranchOnly(user, table.branchId),
  );
  const rows = await tx.select().from(table).where(isIts).orderBy(table._id).for('no key update');
  const [one] = rows;
  if (!one) throw new ApiError('notFound');
  const { bankAccountId, branchId, fileName, loadedAt } = one;
  const [later] = await tx
    .select({ _id: table._id })
    .from(table)
    .where(
      and(
        eq(table.bankAccountId, bankAccountId),
        stands,
        gt(table.loadedAt, loadedAt),
        ne(table.statementId, statementId),
      ),
    )
    .limit(1);
  if (later || rows.some(({ paymentId }) => paymentId !== null))
    throw new ApiError('statementUsed');
  await tx
    .update(table)
    .set({ takenBackById: user._id, takenBackAt: sql`clock_timestamp()` })
    .where(isIts);
  return {
    answer: { rows: rows.length },
    audit: {
      action: 'takeStatementBack',
      entity: 'bank-accounts',
      entityId: bankAccountId,
      branchId,
      after: { fileName, statementId, rows: rows.length },
    },
  };
}

const sameReference = (a: string, b: string) =>
  a !== '' && a.toUpperCase().replaceAll(/\s/g, '') === b.toUpperCase().replaceAll(/\s/g, '');

type Money = NonNullable<StatementLine['payment']>;

/** What a row may belong to among the slips that wait. */
function proposalFor(
  line: Pick<StatementLine, 'reference' | 'amount' | 'day'>,
  waiting: readonly Money[],
): StatementLine['proposal'] {
  const named = waiting.find(({ reference }) => sameReference(reference, line.reference));
  if (named) return { ...named, by: named.tendered === line.amount ? 'both' : 'reference' };
  const isNear = ({ at }: Money) =>
    Math.abs(Date.parse(at) - Date.parse(`${line.day}T05:00:00Z`)) <= NEAR_DAYS * DAY_MS;
  const [alike, ...others] = waiting.filter((one) => one.tendered === line.amount && isNear(one));
  return alike && others.length === 0 ? { ...alike, by: 'amount' } : null;
}

/**
 * GET `/verification/statements/{account}`. Nothing is matched by itself: these are proposals, and
 * a person confirms.
 */
export async function readStatementView(
  db: Db,
  user: SignedInUser,
  accountId: string,
): Promise<StatementView> {
  const { currency } = await readAccount(db, user, accountId);
  const isOfAccount = and(eq(table.bankAccountId, accountId), stands);
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
  if (!last) return { currency, loaded: null, lines: [], missing: [] };
  const [days] = await db
    .select({
      from: sql<string>`min(${table.day})::text`,
      to: sql<string>`max(${table.day})::text`,
    })
    .from(table)
    .where(and(isOfAccount, eq(table.statementId, last.statementId)));
  const [from, to] = [days?.from ?? '', days?.to ?? ''];
  const lines = await db
    .select()
    .from(table)
    .where(and(isOfAccount, sql`${table.day} between ${from} and ${to}`))
    .orderBy(table.day, table.time, table.row);
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
        sql`(${state} = 'pending' or ${at} >= ${from}::date - interval '7 days')`,
      ),
    )
    .orderBy(at, _id);
  const money = payments.map(({ recordedById: recorder, ...one }): Money => ({
    ...one,
    isOwn: recorder === user._id,
  }));
  const linked = new Set(lines.flatMap(({ paymentId }) => paymentId ?? []));
  const used = new Set<string>();
  const shown = lines.map((line): StatementLine => {
    const { _id: lineId, row, day, time, description, amount } = line;
    const own =
      money.find((one) => one._id === line.paymentId) ??
      (line.paymentId === null
        ? money.find(
            (one) =>
              one.state === 'confirmed' &&
              !linked.has(one._id) &&
              sameReference(one.reference, line.reference) &&
              one.tendered === amount,
          )
        : undefined);
    if (own) used.add(own._id);
    const waiting = money.filter(
      (one) => one.state === 'pending' && !linked.has(one._id) && !used.has(one._id),
    );
    const proposal = own ? null : proposalFor(line, waiting);
    if (proposal) used.add(proposal._id);
    return {
      _id: lineId,
      row,
      day,
      time,
      reference: line.reference,
      description,
      amount,
      payment: own ?? null,
      proposal,
    };
  });
  const dayOf = (stamp: string) =>
    new Date(Date.parse(stamp) + 7 * 3_600_000).toISOString().slice(0, 10);
  const missing = money.filter(
    (one) =>
      one.state === 'confirmed' &&
      !used.has(one._id) &&
      dayOf(one.at) >= from &&
      dayOf(one.at) <= to,
  );
  const mayTakeBack = lines.every(
    ({ statementId, paymentId }) => statementId !== last.statementId || paymentId === null,
  );
  return {
    currency,
    loaded: {
      statementId: last.statementId,
      mayTakeBack,
      fileName: last.fileName,
      from,
      to,
      at: last.at,
      by: last.by,
    },
    lines: shown,
    missing,
  };
}

/** A row that belongs to nothing yet, locked. */
async function lockLine({ tx, user }: Writer, lineId: string) {
  const [line] = await tx
    .select()
    .from(table)
    .where(and(eq(table._id, lineId), stands, ownBranchOnly(user, table.branchId)))
    .for('no key update');
  if (!line) throw new ApiError('notFound');
  if (line.paymentId !== null) throw new ApiError('lineTaken');
  return line;
}

/** Says which payment a row belongs to. */
export async function linkLine(
  writer: Writer,
  lineId: string,
  paymentId: string,
  accountId: string | null,
): Promise<void> {
  const { bankAccountId } = await lockLine(writer, lineId);
  if (bankAccountId !== accountId) throw new ApiError('notFound');
  await writer.tx
    .update(table)
    .set({ paymentId, matchedById: writer.user._id, matchedAt: sql`clock_timestamp()` })
    .where(eq(table._id, lineId));
}

/**
 * POST `/verification/statement-lines/{id}/record`: pending money of whoever finds it; another
 * person confirms it.
 */
export async function recordLine(
  writer: Writer,
  lineId: string,
  { orderId, expectedBalance }: LineRecord,
): Promise<Written<LineRecorded>> {
  const { tx, user } = writer;
  const [seen] = await tx
    .select()
    .from(table)
    .where(and(eq(table._id, lineId), stands, ownBranchOnly(user, table.branchId)));
  if (!seen) throw new ApiError('notFound');
  const { currency } = await readAccount(tx, user, seen.bankAccountId);
  const reference =
    seen.reference || `${seen.day} ${seen.time} ${seen.row}`.replaceAll(/\s+/g, ' ');
  const rates = await newestRates(tx);
  const input = orderPaymentInput.parse({
    debts: [{ orderId, expectedBalance }],
    tenders: [
      {
        key: uuidv7(),
        method: 'transfer',
        currency,
        tendered: seen.amount,
        bankAccountId: seen.bankAccountId,
        reference,
      },
    ],
    shiftId: null,
    rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
  });
  const { audit } = await payOrder(writer, orderId, input);
  const [payment] = await tx
    .select({ _id: paymentTable._id })
    .from(paymentTable)
    .where(
      and(
        eq(paymentTable.bankAccountId, seen.bankAccountId),
        eq(paymentTable.reference, reference),
        eq(paymentTable.state, 'pending'),
      ),
    );
  if (!payment) throw new ApiError('notFound');
  await linkLine(writer, lineId, payment._id, seen.bankAccountId);
  return { answer: { paymentId: payment._id }, audit };
}
