import type { DraftTender } from '#src/entities/payment/tenders.ts';
import { fetchFamily } from '#src/features/desk/desk-queries.ts';
import { emptyVisit, type VisitDraft } from '#src/features/desk/visit-draft.ts';
import { afterUndo } from '#src/features/desk/visit-people.ts';
import type { Undone } from './undone-note.tsx';

/**
 * The money of an undone visit that pays for the right bill: what came by bank, which no undo sends
 * back, and the cash that was kept, less its change.
 */
function keptTenders({ done, answer, keepsMoney }: Undone): DraftTender[] {
  const cash = keepsMoney ? answer.handBack : [];
  return [
    ...done.sent.tenders.filter(({ method }) => method !== 'cash'),
    ...cash.map(({ currency, amount }) => ({
      key: crypto.randomUUID(),
      method: 'cash' as const,
      currency,
      tendered: amount,
      bankAccountId: null,
      reference: '',
      slipFileId: null,
    })),
  ];
}

/**
 * An undone visit with everything that was typed, but without the cash that goes back to the payer.
 * The people whom it added still exist, so the draft refers to them and does not add them again.
 */
export async function restoreVisitDraft(undone: Undone, branchId: string): Promise<VisitDraft> {
  const { sent: typed, answer } = undone.done;
  const { target, changeIn, changeOwedLAK } = emptyVisit;
  const tenders = keptTenders(undone);
  const sent = { ...typed, taken: null, tenders, target, changeIn, changeOwedLAK };
  const idOf = (key: string) => answer.made.find((one) => one.key === key)?._id ?? key;
  const { payer } = sent;
  if (payer === null || payer.kind === 'walkIn' || answer.made.length === 0) return sent;
  const who =
    payer.kind === 'parent'
      ? { parentId: idOf(payer.parentKey) }
      : { studentId: idOf(payer.studentKey) };
  const family = await fetchFamily(who, branchId).catch(() => undefined);
  return family ? afterUndo(sent, answer.made, family) : sent;
}
