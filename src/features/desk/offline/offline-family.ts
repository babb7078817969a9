import { offeredOn } from '#contract/desk/class-offers.ts';
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

type Offer = Pick<DeskClass, 'bases' | 'basis' | 'price' | 'prices'>;

/** The prices of the student's category, without the registration if it was charged before. */
function offerFor<Of extends Offer>(
  { prices = [], ...offer }: Of,
  category: string | undefined,
  isRegistered: boolean,
) {
  const own = prices.find(({ priceCategory }) => priceCategory === category) ?? offer;
  const { bases, basis, price } = own;
  return {
    ...offer,
    bases,
    basis,
    price: price && isRegistered ? { ...price, registration: null } : price,
  };
}

/**
 * A class as it is offered to this student on a day: a copy from before midnight also has the
 * prices of the days after it.
 */
export function classFor(
  copied: DeskClass,
  student: FamilyStudent | undefined,
  day: string,
): DeskClass {
  const { later = [], ...one } = copied;
  const there = student?.places.filter(({ courseId }) => courseId === one.courseId) ?? [];
  const isIn = there.some(
    ({ classId, status }) => classId === one.classId && ['active', 'suspended'].includes(status),
  );
  const isRegistered = there.some(({ hasOrder }) => hasOrder);
  const own = <Of extends Offer>(offer: Of) =>
    offerFor(offer, student?.priceCategory, isRegistered);
  const offered = { ...own(one), ...(later.length > 0 && { later: later.map(own) }) };
  return {
    ...offeredOn(offered, day),
    findings: isIn ? [{ check: 'alreadyInClass', weight: 'block' }] : [],
  };
}
