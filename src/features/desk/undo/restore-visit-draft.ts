import { fetchFamily } from '#src/features/desk/desk-queries.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { emptyVisit, type VisitDraft } from '#src/features/desk/visit-draft.ts';
import { afterUndo } from '#src/features/desk/visit-people.ts';

/**
 * An undone visit with everything that was typed but the money, which goes back to the payer. The
 * people whom it added still exist, so the draft refers to them and does not add them again.
 */
export async function restoreVisitDraft(
  { sent: typed, answer }: SavedVisit,
  branchId: string,
): Promise<VisitDraft> {
  const { tenders, target, changeIn, changeOwedLAK } = emptyVisit;
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
