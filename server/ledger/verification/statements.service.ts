import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayInLaos } from '#contract/dates.ts';
import type {
  StatementLoaded,
  StatementQuery,
  StatementTakenBack,
} from '#contract/money/statements.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import {
  statementLineTable as table,
  statementTable,
  type LineDetail,
} from '#server/db/tables/ledger/verification.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { oldestFirst, withoutMidnights } from './bank-rows.ts';
import { changedSums } from './changed-sums.ts';
import { findKnown, withDetail } from './known-rows.ts';
import type { StatementReading, StatementRow, StatementSheet } from './read-statement.ts';
import { keptColumns } from './statement-choice.ts';
import { hasPayment, isInUse, readAccount } from './statement-lines.service.ts';
import { readOfAccount } from './statement-reading.service.ts';

/** The newest rows of an account that show whether its references are the bank's own. */
const EVIDENCE_ROWS = 5000;

/** Locks the account, so that two files of it are compared with its rows one after the other. */
async function lockAccount({ tx, user }: Writer, accountId: string) {
  await tx
    .select({ _id: bankAccountTable._id })
    .from(bankAccountTable)
    .where(eq(bankAccountTable._id, accountId))
    .for('no key update');
  return readAccount(tx, user, accountId);
}

/** The rows of these days and the two beside them, and the newest rows with a reference. */
async function readKnown(tx: Tx, bankAccountId: string, from: string, to: string) {
  const isOfAccount = and(eq(table.bankAccountId, bankAccountId), isInUse);
  const stored = await tx
    .select()
    .from(table)
    .where(and(isOfAccount, sql`${table.day} between ${from}::date - 1 and ${to}::date + 1`))
    .orderBy(table._id);
  const { day, time, amount, reference, description } = table;
  const earlier = await tx
    .select({ day, time, amount, reference, description })
    .from(table)
    .where(and(isOfAccount, ne(reference, '')))
    .orderBy(desc(table._id))
    .limit(EVIDENCE_ROWS);
  return { stored, earlier };
}
type Stored = Awaited<ReturnType<typeof readKnown>>['stored'];

const detailOf = ({ row, seenInId, time, reference, description }: Stored[number]): LineDetail => ({
  row,
  seenInId,
  time,
  reference,
  description,
});

/** Sets the row number, the file and the facts of many rows by one statement. */
async function setDetails(tx: Tx, lines: readonly (LineDetail & { lineId: string })[]) {
  if (lines.length === 0) return;
  await tx.execute(sql`
    update ${table} set "row" = seen."row", seen_in_id = seen."seenInId", "time" = seen."time",
      reference = seen.reference, description = seen.description
    from json_to_recordset(${JSON.stringify(lines)}) as seen("lineId" uuid, "row" integer,
      "seenInId" uuid, "time" text, reference text, description text)
    where ${table._id} = seen."lineId"`);
}

/**
 * Divides the rows of a file into those that the account has, with their detail, those that it has
 * with another sum, and new ones.
 */
function compare(
  rows: readonly StatementRow[],
  { stored, earlier }: Awaited<ReturnType<typeof readKnown>>,
) {
  const found = findKnown(rows, stored, earlier);
  const differ = changedSums(rows, { stored, earlier }, found);
  const changed: StatementRow[] = [];
  const seen: { line: Stored[number]; row: StatementRow; isSure: boolean }[] = [];
  const added: StatementRow[] = [];
  for (const [at, row] of rows.entries()) {
    const known = found.get(at);
    const line = known && stored[known.to];
    if (known && line) seen.push({ line, row, isSure: known.isSure });
    else (differ.has(at) ? changed : added).push(row);
  }
  return { seen, added, changed };
}

/** Numbers the new rows after those of the same day and sum. */
function withNth(
  rows: readonly StatementRow[],
  stored: Stored,
): (StatementRow & { nth: number })[] {
  const last = new Map<string, number>();
  for (const { day, amount, nth } of stored)
    last.set(`${day} ${amount}`, Math.max(nth, last.get(`${day} ${amount}`) ?? 0));
  return rows.map((row) => {
    const nth = (last.get(`${row.day} ${row.amount}`) ?? 0) + 1;
    last.set(`${row.day} ${row.amount}`, nth);
    return { ...row, nth };
  });
}

/** The reading without the rows that the account has with another sum: somebody must look. */
function withoutChanged(reading: StatementReading, changed: readonly StatementRow[]) {
  const unread = [
    ...reading.unread,
    ...changed.map(({ row, cells }) => ({ row, cells, reason: 'changedSum' as const })),
  ].sort((one, other) => one.row - other.row);
  return {
    ...reading,
    rows: reading.rows.filter((row) => !changed.some((one) => one.row === row.row)),
    unread,
    leftOut: reading.leftOut + changed.length,
  };
}

const leftOutOf = ({ notIncoming, unread, rows }: StatementReading) => ({
  notIncoming,
  unread,
  cutReferences: rows
    .filter(({ referenceRuined }) => referenceRuined)
    .map(({ row, cells }) => ({ row, cells })),
});

/** The first and the last of some days; today if there is none. */
function spanOf(days: readonly string[]) {
  const [first = dayInLaos(), ...others] = days.toSorted();
  return { fromDay: first, toDay: others.at(-1) ?? first };
}

/**
 * POST `/verification/statements`: a row that the account has gets the detail of the file, and only
 * rows that it does not have are added (docs/money.md, "Bank statements").
 */
export async function loadStatement(
  writer: Writer,
  { bankAccountId, fileName, ...query }: StatementQuery,
  sheet: StatementSheet,
): Promise<WriteResult<StatementLoaded>> {
  const { tx, user } = writer;
  const account = await lockAccount(writer, bankAccountId);
  const { branchId } = account;
  const { reading: read, headings, choice } = readOfAccount(sheet, account, query);
  const rows = oldestFirst(withoutMidnights(read.rows));
  if (rows.length === 0 && read.leftOut === 0) throw new ApiError('statementUnknown');
  const { fromDay, toDay } = spanOf([...rows.map(({ day }) => day), ...read.otherDays]);
  const known = await readKnown(tx, bankAccountId, fromDay, toDay);
  const { seen, added, changed } = compare(rows, known);
  const reading = withoutChanged(read, changed);
  const statementId = uuidv7();
  const loaded = { loadedById: user._id, loadedAt: await wallClockNow(tx) };
  const of = { branchId, bankAccountId, fileName };
  await tx.insert(statementTable).values({
    _id: statementId,
    ...of,
    ...loaded,
    sheetName: reading.sheetName,
    ...spanOf([fromDay, toDay, ...seen.map(({ line }) => line.day)]),
    rowsIn: reading.rows.length,
    notIncoming: reading.notIncoming.length,
    unread: reading.unread.length,
    leftOut: { ...leftOutOf(reading), headings: [...headings] },
    detailed: seen.map(({ line }) => ({ lineId: line._id, ...detailOf(line) })),
  });
  await tx
    .update(statementTable)
    .set({ leftOut: null })
    .where(
      and(eq(statementTable.bankAccountId, bankAccountId), ne(statementTable._id, statementId)),
    );
  await setDetails(
    tx,
    seen.map(({ line, row, isSure }) => ({
      lineId: line._id,
      ...detailOf({ ...withDetail(line, row, isSure), row: row.row, seenInId: statementId }),
    })),
  );
  await insertMany(
    tx,
    table,
    withNth(added, known.stored).map(({ cells: _cells, referenceRuined: _ruined, ...row }) => ({
      _id: uuidv7(),
      ...of,
      ...loaded,
      ...row,
      statementId,
      seenInId: statementId,
    })),
  );
  if (query.day !== undefined && rows.length > 0)
    await tx
      .update(bankAccountTable)
      .set({ statementColumns: keptColumns(headings, reading.columns, choice) })
      .where(eq(bankAccountTable._id, bankAccountId));
  const answer = {
    statementId,
    added: added.length,
    known: seen.length,
    leftOut: reading.leftOut,
    notIncoming: reading.notIncoming.length,
    unread: reading.unread.length,
  };
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

/** Throws if a later file was loaded, or if a row of this one belongs to a payment. */
async function requireUnused(
  tx: Tx,
  { _id, bankAccountId, loadedAt }: typeof statementTable.$inferSelect,
): Promise<void> {
  const isLater = and(
    eq(statementTable.bankAccountId, bankAccountId),
    isNull(statementTable.takenBackAt),
    gt(statementTable.loadedAt, loadedAt),
    ne(statementTable._id, _id),
  );
  const isPaid = and(eq(table.statementId, _id), isInUse, hasPayment);
  if ((await tx.$count(statementTable, isLater)) > 0 || (await tx.$count(table, isPaid)) > 0)
    throw new ApiError('statementUsed');
}

/**
 * POST `/verification/statements/{statement}/take-back`: its rows stay, but stand no more, and rows
 * of earlier files get the facts back that they had before. A later file may have left out what
 * this one had, so the last one goes first.
 */
export async function takeStatementBack(
  writer: Writer,
  statementId: string,
): Promise<WriteResult<StatementTakenBack>> {
  const { tx, user } = writer;
  const isIt = and(
    eq(statementTable._id, statementId),
    isNull(statementTable.takenBackAt),
    ownBranchOnly(user, statementTable.branchId),
  );
  const [seen] = await tx.select().from(statementTable).where(isIt);
  if (!seen) throw new ApiError('notFound');
  await lockAccount(writer, seen.bankAccountId);
  const isIts = and(eq(table.statementId, statementId), isInUse);
  const rows = await tx
    .select({ _id: table._id })
    .from(table)
    .where(isIts)
    .orderBy(table._id)
    .for('no key update');
  const [statement] = await tx.select().from(statementTable).where(isIt);
  if (!statement) throw new ApiError('notFound');
  await requireUnused(tx, statement);
  const takenBack = { takenBackById: user._id, takenBackAt: sql`clock_timestamp()` };
  await tx
    .update(table)
    .set({ ...takenBack, paymentId: null, matchedById: null, matchedAt: null })
    .where(isIts);
  await tx
    .update(statementTable)
    .set({ ...takenBack, leftOut: null })
    .where(isIt);
  await setDetails(tx, statement.detailed);
  const { bankAccountId, branchId, fileName } = statement;
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
