import { fetchClass, fetchFamily } from './desk-queries.ts';
import type { DraftFamily, VisitDraft } from './visit-draft.ts';
import { draftChildren } from './visit-people.ts';

/** The family as it is now; children who joined from another family stay unchanged. */
async function familyNow(
  before: DraftFamily | null,
  branchId: string,
): Promise<DraftFamily | null> {
  const { payer } = before ?? {};
  if (!before || !payer) return before;
  const who = payer.kind === 'parent' ? { parentId: payer._id } : { studentId: payer._id };
  const now = await fetchFamily(who, branchId).catch(() => undefined);
  if (!now) return before;
  const joined = before.students.filter(({ _id }) => !now.students.some((one) => one._id === _id));
  return { ...now, guardians: before.guardians, students: [...now.students, ...joined] };
}

/**
 * Rereads the family and the chosen classes, because a seat or a price has changed. The choices
 * stay.
 */
export async function refreshVisit(draft: VisitDraft, branchId: string): Promise<VisitDraft> {
  const children = draftChildren(draft);
  const [family, ...places] = await Promise.all([
    familyNow(draft.family, branchId),
    ...draft.places.map(async (place) => {
      const child = children.find(({ key }) => key === place.studentKey);
      const offered = await fetchClass(branchId, child, place).catch(() => undefined);
      return offered ? { ...place, offered } : place;
    }),
  ]);
  return { ...draft, family, places };
}
