import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NoteAnswer, PaymentNote, SlipQuestion } from '#contract/money/verify.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { paymentNoteTable as table } from '#server/db/tables/ledger/verification.table.ts';
import { readNotes } from '#server/ledger/orders/payment-notes.ts';

const now = sql<string>`clock_timestamp()`;

async function readNote(tx: Tx, noteId: string): Promise<PaymentNote> {
  const [row] = await tx
    .select({ paymentId: table.paymentId })
    .from(table)
    .where(eq(table._id, noteId));
  const note = (await readNotes(tx, row ? [row.paymentId] : [])).find(({ _id }) => _id === noteId);
  if (!note) throw new ApiError('notFound');
  return note;
}

/**
 * POST `/verification/slips/{id}/ask`: asks the desk, which sees the question on the order; the
 * slip stays pending.
 */
export async function askDesk(
  { tx, user }: Writer,
  paymentId: string,
  { question }: SlipQuestion,
): Promise<WriteResult<PaymentNote>> {
  const [slip] = await tx
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable._id, paymentId), ownBranchOnly(user, paymentTable.branchId)))
    .for('no key update');
  if (!slip) throw new ApiError('notFound');
  if (slip.state !== 'pending') throw new ApiError('slipDecided');
  const { branchId } = slip;
  const [added] = await tx
    .insert(table)
    .values({ branchId, paymentId, kind: 'question', text: question, byId: user._id, at: now })
    .returning({ _id: table._id });
  return {
    answer: await readNote(tx, String(added?._id)),
    audit: {
      action: 'askDesk',
      entity: 'payments',
      entityId: paymentId,
      branchId,
      after: { question },
    },
  };
}

/** POST `/payment-notes/{id}/answer`: anybody at the desk may answer, once. */
export async function answerNote(
  { tx, user }: Writer,
  noteId: string,
  { answer }: NoteAnswer,
): Promise<WriteResult<PaymentNote>> {
  const [note] = await tx
    .select()
    .from(table)
    .where(
      and(eq(table._id, noteId), eq(table.kind, 'question'), ownBranchOnly(user, table.branchId)),
    )
    .for('no key update');
  if (!note) throw new ApiError('notFound');
  if (note.answeredAt !== null) throw new ApiError('stepNotAllowed');
  await tx
    .update(table)
    .set({ answer, answeredAt: now, answeredById: user._id })
    .where(eq(table._id, noteId));
  await tx
    .update(table)
    .set({ openedAt: now, openedById: user._id })
    .where(and(eq(table._id, noteId), isNull(table.openedAt)));
  return {
    answer: await readNote(tx, noteId),
    audit: {
      action: 'answerNote',
      entity: 'payments',
      entityId: note.paymentId,
      branchId: note.branchId,
      after: { answer },
    },
  };
}
