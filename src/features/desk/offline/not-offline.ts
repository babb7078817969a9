import type { VisitDraft } from '#src/features/desk/visit-draft.ts';

/** The things that a visit must not contain while the server is out of reach. */
export const neverOffline = ['slip', 'credit', 'discount', 'fullClass', 'waitingList'] as const;
export type NotOffline = (typeof neverOffline)[number];

/**
 * Offline the desk takes cash and promises only: nothing that another person has to check, and no
 * seat that may be gone. `limit` is the largest discount without a signature.
 */
export function notOffline(
  { places, products, tenders, usesCredit }: VisitDraft,
  limit: number,
): NotOffline[] {
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
