import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PaymentNote } from '#contract/money/verify.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { paymentNoteTable as table } from '#server/db/tables/ledger/verification.table.ts';

/** The notes about some slips, oldest first. */
export async function readNotes(
  db: Db | Tx,
  paymentIds: readonly string[],
): Promise<PaymentNote[]> {
  if (paymentIds.length === 0) return [];
  const note = alias(table, 'note');
  const { _id, paymentId, kind, text, at, answer, answeredAt } = note;
  const fields = {
    _id,
    paymentId,
    kind,
    text,
    at,
    answer,
    answeredAt,
    by: nameOfUser(note.byId),
    answeredBy: nameOfUser(note.answeredById),
  };
  return db
    .select(fields)
    .from(note)
    .where(sql`${paymentId} = any(${sql.param([...paymentIds])}::uuid[])`)
    .orderBy(at, _id);
}
