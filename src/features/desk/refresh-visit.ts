import { fetchClass, fetchFamily } from './desk-queries.ts';
import type { DraftFamily, SeatLine, VisitDraft } from './visit-draft.ts';
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

type Fresh = Pick<VisitDraft, 'family' | 'places'>;

/**
 * Puts what was read anew into the draft as it is `now`: somebody may have gone on since `before`.
 * A family or a seat that was chosen since is fresh already.
 */
export function withFresh(now: VisitDraft, before: Fresh, fresh: Fresh): VisitDraft {
  const offeredNow = ({ key, offered }: SeatLine) => {
    const at = before.places.findIndex((place) => place.key === key && place.offered === offered);
    return fresh.places[at]?.offered ?? offered;
  };
  return {
    ...now,
    family: now.family === before.family ? fresh.family : now.family,
    places: now.places.map((place) => ({ ...place, offered: offeredNow(place) })),
  };
}

/**
 * Rereads the family and the chosen classes, because a seat or a price has changed. The choices
 * stay.
 */
export async function refreshVisit(read: () => VisitDraft, branchId: string): Promise<VisitDraft> {
  const before = read();
  const children = draftChildren(before);
  const [family, ...places] = await Promise.all([
    familyNow(before.family, branchId),
    ...before.places.map(async (place) => {
      const child = children.find(({ key }) => key === place.studentKey);
      const offered = await fetchClass(branchId, child, place).catch(() => undefined);
      return offered ? { ...place, offered } : place;
    }),
  ]);
  return withFresh(read(), before, { family, places });
}
