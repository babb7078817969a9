import { useMemo } from 'react';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import type { FamilyChild } from '#src/features/desk/visit-people.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The products that belong to the chosen classes of a child, which have their own ticks. */
export function useBooksOf(
  { places }: VisitDraft,
  child: FamilyChild | undefined,
): ReadonlySet<string> {
  const { rows } = useCachedList(coursesList, { quiet: true });
  return useMemo(() => {
    const chosen = new Set(
      places
        .filter(
          ({ studentKey, type, joinsWaitingList }) =>
            studentKey === child?.key && type === 'regular' && !joinsWaitingList,
        )
        .map(({ offered }) => offered.courseId),
    );
    return new Set(
      (rows ?? [])
        .filter(({ _id }) => chosen.has(_id))
        .flatMap(({ products }) => products.map(({ productId }) => productId)),
    );
  }, [rows, places, child?.key]);
}
