import type { FamilyStudent } from '#contract/desk/desk.ts';
import type { RuledFacts } from '#contract/desk/discounts.ts';
import type { NewParent, VisitPayer } from '#contract/desk/visits.ts';
import {
  emptyVisit,
  type DraftFamily,
  type DraftNewStudent,
  type VisitDraft,
} from './visit-draft.ts';

/** A student of the visit, known or new. */
export type FamilyChild = RuledFacts & {
  key: string;
  name: Pick<FamilyStudent, 'firstName' | 'lastName' | 'firstNameEn' | 'lastNameEn' | 'nickname'>;
  known: FamilyStudent | undefined;
};

export function draftChildren({ family, newStudents }: VisitDraft): FamilyChild[] {
  const known = (family?.students ?? []).map((one): FamilyChild => ({
    ...one,
    key: one._id,
    name: one,
    known: one,
  }));
  const made = newStudents.map((one): FamilyChild => {
    const isOfFamily = one.guardians.some(
      ({ parentKey, isPayer }) => isPayer && parentKey === family?.payer?._id,
    );
    const facts = {
      dateOfBirth: one.dateOfBirth,
      priceCategory: '',
      firstTermOn: null,
      siblings: isOfFamily ? (family?.siblings ?? []) : [],
    };
    return {
      ...facts,
      key: one.key,
      name: { ...one, firstNameEn: '', lastNameEn: '' },
      known: undefined,
    };
  });
  return [...known, ...made];
}

const hasLines = ({ places, products, adjustments, newStudents }: VisitDraft) =>
  places.length + products.length + adjustments.length + newStudents.length > 0;

/**
 * Takes over a family that was found. If the visit has lines, only the child joins and the payer
 * stays.
 */
export function takeFamily(
  draft: VisitDraft,
  family: DraftFamily,
  studentId: string | undefined,
): VisitDraft {
  if (!hasLines(draft))
    return {
      ...emptyVisit,
      family,
      payer: payerOf(family),
      childKey: studentId ?? family.students[0]?._id ?? null,
    };
  const before = draft.family ?? {
    ...family,
    owed: [],
    creditLAK: 0,
    askedBackLAK: 0,
    students: [],
    siblings: [],
  };
  const joining = family.students.filter(
    ({ _id }) => _id === studentId && !before.students.some((one) => one._id === _id),
  );
  return {
    ...draft,
    family: { ...before, students: [...before.students, ...joining] },
    payer: isNobody(draft.payer) ? (payerOf(family) ?? draft.payer) : draft.payer,
    childKey: studentId ?? draft.childKey,
  };
}

/**
 * The visit with the family of a guardian whom its new student gets. A walk-in, or nobody, gives
 * way to the guardian as the payer; another payer stays.
 */
export function takeGuardian(draft: VisitDraft, family: DraftFamily): VisitDraft {
  if (draft.payer !== null && draft.payer.kind !== 'walkIn') return draft;
  const there = draft.family?.students ?? [];
  const joining = family.students.filter(({ _id }) => there.every((one) => one._id !== _id));
  return {
    ...draft,
    family: { ...family, students: [...there, ...joining] },
    payer: payerOf(family),
    childKey: draft.childKey ?? joining[0]?._id ?? null,
  };
}

/**
 * The visit of a buyer without a record. The debts and the credit stay with the family, and such a
 * buyer pays all at once.
 */
export const takeWalkIn = (draft: VisitDraft, name: string): VisitDraft => ({
  ...draft,
  payer: { kind: 'walkIn', name, phone: '' },
  childKey: null,
  debts: [],
  usesCredit: false,
  target: 'exact',
  dueDate: null,
  plan: null,
});

/** True for a walk-in whose name was not typed. */
export const isUnnamed = (
  payer: VisitPayer | null,
): payer is Extract<VisitPayer, { kind: 'walkIn' }> =>
  payer?.kind === 'walkIn' && payer.name.trim() === '';

/** True if the buyer needs a name: only a sale that is paid in cash at once asks for none. */
export const needsName = ({ tenders }: VisitDraft, isAway: boolean): boolean =>
  isAway || tenders.some(({ method }) => method !== 'cash');

/** The visit with a name for a walk-in who gave none, because every order names its payer. */
export const namedBuyer = (draft: VisitDraft, name: string): VisitDraft =>
  isUnnamed(draft.payer) ? { ...draft, payer: { ...draft.payer, name } } : draft;

/** True for the walk-in without a name of a visit that began with a scanned book. */
const isNobody = (payer: VisitPayer | null): boolean =>
  payer === null || (payer.kind === 'walkIn' && payer.name === '' && payer.phone === '');

function payerOf({ payer }: DraftFamily): VisitPayer | null {
  if (!payer) return null;
  return payer.kind === 'parent'
    ? { kind: 'parent', parentKey: payer._id }
    : { kind: 'student', studentKey: payer._id };
}

export type MadeFamily = { student: DraftNewStudent; parent: NewParent | undefined };

/** Adds a new student, with a new guardian or one of the visit's family. */
export function addNewStudent(draft: VisitDraft, { student, parent }: MadeFamily): VisitDraft {
  const own: VisitPayer | null = parent
    ? { kind: 'parent', parentKey: parent.key }
    : { kind: 'student', studentKey: student.key };
  return {
    ...draft,
    newStudents: [...draft.newStudents, student],
    newParents: parent ? [...draft.newParents, parent] : draft.newParents,
    payer: draft.payer && draft.payer.kind !== 'walkIn' ? draft.payer : own,
    childKey: student.key,
  };
}

/** Removes a new student, with all lines for them and a guardian whom no other student needs. */
export function removeNewStudent(draft: VisitDraft, key: string): VisitDraft {
  const newStudents = draft.newStudents.filter((one) => one.key !== key);
  const needed = new Set(
    newStudents.flatMap(({ guardians }) => guardians.map(({ parentKey }) => parentKey)),
  );
  const newParents = draft.newParents.filter((parent) => needed.has(parent.key));
  const left = { ...draft, newStudents, newParents };
  const payerKey =
    draft.payer?.kind === 'parent'
      ? draft.payer.parentKey
      : draft.payer?.kind === 'student'
        ? draft.payer.studentKey
        : undefined;
  const isPayerGone =
    payerKey === key ||
    (draft.newParents.some((one) => one.key === payerKey) &&
      !newParents.some((one) => one.key === payerKey));
  const [nextParent] = newParents;
  const nextPayer = draft.family
    ? payerOf(draft.family)
    : nextParent
      ? ({ kind: 'parent', parentKey: nextParent.key } as const)
      : null;
  const isOther = ({ studentKey }: { studentKey: string | null }) => studentKey !== key;
  return {
    ...left,
    payer: isPayerGone ? nextPayer : draft.payer,
    childKey: draft.childKey === key ? (draftChildren(left)[0]?.key ?? null) : draft.childKey,
    places: draft.places.filter(isOther),
    products: draft.products.filter(isOther),
    adjustments: draft.adjustments.filter(isOther),
  };
}

/** Records that the new people were compared with similar ones and are somebody else. */
export const confirmNew = (draft: VisitDraft): VisitDraft => ({
  ...draft,
  newStudents: draft.newStudents.map((one) => ({ ...one, confirmedDuplicate: true })),
  newParents: draft.newParents.map((one) => ({ ...one, confirmedDuplicate: true })),
});

/** The visit as it was before it was saved and undone, with the ids of the people whom it added. */
export function afterUndo(
  sent: VisitDraft,
  made: readonly { key: string; _id: string }[],
  family: DraftFamily | null,
): VisitDraft {
  const ids = new Map(made.map(({ key, _id }) => [key, _id]));
  const idOf = <Key extends string | null>(key: Key): Key =>
    key === null ? key : ((ids.get(key) ?? key) as Key);
  const { payer } = sent;
  return {
    ...sent,
    taken: null,
    family,
    newParents: [],
    newStudents: [],
    payer:
      payer?.kind === 'parent'
        ? { kind: 'parent', parentKey: idOf(payer.parentKey) }
        : payer?.kind === 'student'
          ? { kind: 'student', studentKey: idOf(payer.studentKey) }
          : payer,
    childKey: idOf(sent.childKey),
    places: sent.places.map((place) => ({ ...place, studentKey: idOf(place.studentKey) })),
    products: sent.products.map((line) => ({ ...line, studentKey: idOf(line.studentKey) })),
    adjustments: sent.adjustments.map((line) => ({ ...line, studentKey: idOf(line.studentKey) })),
  };
}

/** The id of the payer, of a record or of a new one; empty for a walk-in and for nobody. */
export const payerIdOf = (payer: VisitDraft['payer']): string =>
  payer?.kind === 'parent' ? payer.parentKey : payer?.kind === 'student' ? payer.studentKey : '';

/** True if the payer is the one whose debt and credit came with the family. */
export const isOfFamily = ({ family, payer }: Pick<VisitDraft, 'family' | 'payer'>): boolean =>
  payer !== null && payer.kind !== 'walkIn' && family?.payer?._id === payerIdOf(payer);
