import { useQuery } from '@tanstack/react-query';
import { nameKey } from '#contract/people/people.ts';
import { toE164 } from '#contract/people/phone.ts';
import { askParents, askStudents } from '#src/entities/person/duplicate-queries.ts';
import { askOrLookUp, DESK, fetchFamily } from '#src/features/desk/desk-queries.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { birthdayOf, type TypedFamily } from './typed-family.ts';

type Typed = { typed: TypedFamily; branchId: string };

/** Guardians who may be the typed one; none once a guardian is there. */
export function useLikelyParents({ typed, branchId }: Typed, hasGuardian: boolean) {
  const named = {
    firstName: useSettled(typed.parentFirst.trim()),
    lastName: useSettled(typed.parentLast.trim()),
    phone: useSettled(toE164(typed.parentPhone) ?? ''),
  };
  const isKnown =
    !hasGuardian && (named.phone !== '' || (named.firstName !== '' && named.lastName !== ''));
  const { data } = useQuery({
    queryKey: [DESK, 'like parents', branchId, named],
    queryFn: ({ signal }) =>
      askOrLookUp(
        () => askParents(named, signal),
        ({ parentsOnDevice }) => parentsOnDevice(named, branchId),
      ),
    enabled: isKnown,
  });
  return (isKnown && data) || [];
}

/** Students on record who may be the typed one, among them the children of the guardian. */
export function useLikelyStudents({ typed, branchId }: Typed, parentId: string | undefined) {
  const named = {
    firstName: useSettled(typed.firstName.trim()),
    lastName: useSettled(typed.lastName.trim()),
    dateOfBirth: useSettled(birthdayOf(typed) ?? '') || null,
  };
  const isKnown = named.firstName !== '' && named.lastName !== '';
  const { data } = useQuery({
    queryKey: [DESK, 'like students', branchId, named, parentId],
    queryFn: ({ signal }) =>
      askOrLookUp(
        () => askStudents({ ...named, phone: '' }, { parentId }, signal),
        ({ studentsOnDevice }) => studentsOnDevice(named, parentId, branchId),
      ),
    enabled: isKnown,
  });
  return (isKnown && data) || [];
}

/** New students of this visit with the typed name: the server does not know them yet. */
export const sameNew = (
  { newStudents }: VisitDraft,
  { firstName, lastName }: TypedFamily,
): VisitDraft['newStudents'] =>
  newStudents.filter(
    (one) => nameKey(one.firstName, one.lastName) === nameKey(firstName, lastName),
  );

/** The family of a guardian, to name its children; undefined until it is here. */
export const useFamilyOf = (parentId: string, branchId: string) =>
  useQuery({
    queryKey: [DESK, 'family', branchId, parentId],
    queryFn: () => fetchFamily({ parentId }, branchId, { quiet: true }),
    retry: false,
  }).data;
