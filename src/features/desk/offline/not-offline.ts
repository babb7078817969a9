import { discountLimit, type Grant } from '#contract/roles.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';

/** The things that a visit must not contain while the server is out of reach. */
export const neverOffline = ['slip', 'credit', 'discount', 'fullClass', 'waitingList'] as const;
export type NotOffline = (typeof neverOffline)[number];

/**
 * Offline the desk takes cash and promises only: nothing that another person has to check, and no
 * seat that may be gone. A discount needs no signature up to the limit of the person's set, or of
 * the branch.
 */
export function notOffline(
  { places, products, tenders, usesCredit }: VisitDraft,
  grant: Grant,
  limitPercent: number,
): NotOffline[] {
  const limit = discountLimit(grant, limitPercent);
  const isAbove = ({ discount }: { discount: VisitDraft['places'][number]['discount'] }) =>
    discount.kind === 'byHand' && discount.percent > limit;
  const found: [NotOffline, boolean][] = [
    ['slip', tenders.some(({ method }) => method !== 'cash')],
    ['credit', usesCredit],
    ['discount', [...places, ...products].some(isAbove)],
    [
      'fullClass',
      places.some(
        ({ enrolmentId, joinsWaitingList, offered }) =>
          enrolmentId === null && !joinsWaitingList && offered.seatsTaken >= offered.capacity,
      ),
    ],
    ['waitingList', places.some(({ joinsWaitingList }) => joinsWaitingList)],
  ];
  return found.flatMap(([what, isThere]) => (isThere ? [what] : []));
}
