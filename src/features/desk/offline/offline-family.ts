import type { DeskClass, DeskLookupRow, FamilyStudent } from '#contract/desk/desk.ts';

const nameOf = ({
  _id,
  firstName,
  lastName,
  firstNameEn,
  lastNameEn,
  nickname,
}: DeskLookupRow) => ({ _id, firstName, lastName, firstNameEn, lastNameEn, nickname });

/**
 * The children of one payer with the terms in which they are active, as the discount rules need
 * them.
 */
const siblingsIn = (rows: readonly DeskLookupRow[]) =>
  rows.flatMap(({ _id, dateOfBirth, places }) =>
    dateOfBirth === null
      ? []
      : places
          .filter(({ status }) => status === 'active')
          .map(({ termId }) => ({ _id, dateOfBirth, termId })),
  );

function studentOf(
  row: DeskLookupRow,
  branchId: string,
  siblings: FamilyStudent['siblings'],
): FamilyStudent {
  const { studentCode, dateOfBirth, priceCategory, nextCourseId, firstTermOn, payer, places } = row;
  // The copy does not hold which books the students own, so the clerk unticks those.
  return {
    ...nameOf(row),
    studentCode,
    dateOfBirth,
    priceCategory,
    nextCourseId,
    firstTermOn,
    branchId,
    siblings,
    relation: payer?.relation ?? '',
    places: places.map(({ termId: _termId, ...place }) => place),
    ownedProductIds: [],
  };
}

/** A family from the copy on this device: its debt is a single sum, and its credit is unknown. */
export function familyIn(
  rows: readonly DeskLookupRow[],
  { studentId, parentId }: { studentId?: string; parentId?: string },
  branchId: string,
) {
  const chosen = rows.find(
    ({ _id, payer }) => _id === studentId || (parentId !== undefined && payer?._id === parentId),
  );
  if (!chosen) return undefined;
  const { payer } = chosen;
  const family = payer ? rows.filter((row) => row.payer?._id === payer._id) : [chosen];
  const siblings = payer ? siblingsIn(family) : [];
  const noOther = { firstNameEn: '', lastNameEn: '', nickname: '' };
  return {
    payer: payer
      ? { ...payer, ...noOther, kind: 'parent' as const }
      : { ...nameOf(chosen), kind: 'student' as const, phone: chosen.phone, relation: '' },
    guardians: [],
    students: family
      .map((row) => studentOf(row, branchId, siblings))
      .toSorted((a, b) => a.studentCode.localeCompare(b.studentCode)),
    siblings,
    owed: [],
    creditLAK: 0,
    askedBackLAK: 0,
    owedLAK: chosen.owedLAK,
  };
}

/**
 * A class as it is offered to this student: with the price of their category, and without the
 * registration if it was charged before.
 */
export function classFor(
  { prices = [], ...one }: DeskClass,
  student: FamilyStudent | undefined,
): DeskClass {
  const own = prices.find(({ priceCategory }) => priceCategory === student?.priceCategory);
  const offered = own ? { ...one, bases: own.bases, basis: own.basis, price: own.price } : one;
  const there = student?.places.filter(({ courseId }) => courseId === one.courseId) ?? [];
  const isIn = there.some(
    ({ classId, status }) => classId === one.classId && ['active', 'suspended'].includes(status),
  );
  const price =
    offered.price && there.some(({ hasOrder }) => hasOrder)
      ? { ...offered.price, registration: null }
      : offered.price;
  return {
    ...offered,
    price,
    findings: isIn ? [{ check: 'alreadyInClass', weight: 'block' }] : [],
  };
}
