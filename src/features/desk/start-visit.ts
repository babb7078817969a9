import type { DeskStart, DeskStartOf } from '#contract/desk/desk-start.ts';
import { api } from '#src/lib/request/api.ts';
import { newIdempotencyKey as newKey } from '#src/lib/request/save.ts';
import { fetchClass, fetchFamily } from './desk-queries.ts';
import { emptyVisit, type SeatLine, type VisitDraft } from './visit-draft.ts';
import { draftChildren, takeFamily } from './visit-people.ts';

/** All students of the visit; the first one's payer pays. */
async function familyOf(studentIds: readonly string[], branchId: string): Promise<VisitDraft> {
  let draft = emptyVisit;
  for (const studentId of studentIds) {
    if (draft.family?.students.some(({ _id }) => _id === studentId)) continue;
    const family = await fetchFamily({ studentId }, branchId);
    draft =
      draft.family === null
        ? takeFamily(draft, family, studentId)
        : {
            ...draft,
            family: {
              ...draft.family,
              students: [
                ...draft.family.students,
                ...family.students.filter(({ _id }) => _id === studentId),
              ],
            },
          };
  }
  return draft;
}

/** A visit that continues a lapsed order or an enrolment, with its lines at today's prices. */
export async function visitFrom({ of, id }: { of: DeskStartOf; id: string }): Promise<VisitDraft> {
  const { branchId, places, products } = await api.get<DeskStart>('/desk/start', {
    query: { [of]: id },
    quiet: true,
  });
  const draft = await familyOf([...new Set(places.map(({ studentId }) => studentId))], branchId);
  const children = draftChildren(draft);
  const drawn = await Promise.all(
    places.map(async ({ studentId, basis, ...place }): Promise<SeatLine[]> => {
      const offered = await fetchClass(
        branchId,
        children.find(({ key }) => key === studentId),
        { ...place, basis: basis ?? undefined },
      );
      if (!offered) return [];
      const rest = {
        key: newKey(),
        type: 'regular',
        discount: { kind: 'best' },
        registrationWaived: '',
        override: null,
      } as const;
      return [
        {
          ...rest,
          ...place,
          studentKey: studentId,
          basis: offered.basis,
          offered,
          acceptWarnings: offered.findings.some(({ weight }) => weight === 'warn'),
        },
      ];
    }),
  );
  const lines = products.map(({ productId, quantity, studentId }) => ({
    key: newKey(),
    productId,
    quantity,
    studentKey: studentId,
    giveNow: true,
    discount: { kind: 'best' } as const,
    withPlace: null,
  }));
  return {
    ...draft,
    childKey: places[0]?.studentId ?? null,
    places: drawn.flat(),
    products: lines,
  };
}
