import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { StatementLoaded, StatementQuery, StatementTakenBack } from '#contract/statements.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readStatement, type StatementRow, type StatementSheet } from './read-statement.ts';
import { isInUse, readAccount } from './statement-lines.service.ts';
import { statementLineTable as table } from '#server/db/tables/ledger/verification.table.ts';

const INSERT_AT_ONCE = 500;

/** Adds a fingerprint to each row; equal rows of one file are told apart by their count. */
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

/** POST `/verification/statements`: a file that overlaps an earlier one adds only new rows. */
export async function loadStatement(
  { tx, user }: Writer,
  { bankAccountId, fileName, ...chosen }: StatementQuery,
  sheet: StatementSheet,
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
      .onConflictDoNothing({ target: [table.bankAccountId, table.fingerprint], where: isInUse })
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
    isInUse,
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
        isInUse,
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
