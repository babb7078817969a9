import type * as z from 'zod/mini';
import type { DeskClass } from '#contract/desk/desk.ts';
import type { productOfCourse } from '#contract/stock/products.ts';
import type { DraftAdjustment, DraftProduct, SeatLine, VisitDraft } from './visit-draft.ts';
import type { FamilyChild } from './visit-people.ts';

type CourseProduct = z.output<typeof productOfCourse>;
type Type = SeatLine['type'];

/**
 * Adds a child to a class, or removes the child again. The books that the course usually needs are
 * added with it.
 */
export function toggleClass(
  draft: VisitDraft,
  child: FamilyChild,
  offered: DeskClass,
  {
    books,
    newKey,
    waits,
    type = 'regular',
  }: { books: readonly CourseProduct[]; newKey: () => string; waits: boolean; type?: Type },
): VisitDraft {
  const there = draft.places.find(
    (place) => place.studentKey === child.key && place.classId === offered.classId,
  );
  if (there) return removeLine(draft, there.key);
  const open = child.known?.places.find(
    (place) =>
      place.classId === offered.classId &&
      !place.hasOrder &&
      ['waitlisted', 'pending', 'active'].includes(place.status),
  );
  const place: SeatLine = {
    key: newKey(),
    studentKey: child.key,
    classId: offered.classId,
    enrolmentId: open?.enrolmentId ?? null,
    type,
    joinsWaitingList: waits,
    startDate: null,
    basis: offered.basis,
    units: 1,
    coversFrom: null,
    discount: { kind: 'best' },
    registrationWaived: '',
    override: null,
    acceptWarnings: offered.findings.some(({ weight }) => weight === 'warn'),
    offered,
  };
  const owned = new Set([
    ...(child.known?.ownedProductIds ?? []),
    ...draft.products
      .filter(({ studentKey }) => studentKey === child.key)
      .map(({ productId }) => productId),
  ]);
  const needed =
    waits || type !== 'regular'
      ? []
      : books.filter(({ productId, needed: kind }) => kind === 'usual' && !owned.has(productId));
  return {
    ...draft,
    places: [...draft.places, place],
    products: [
      ...draft.products,
      ...needed.map(({ productId, quantity }) => ({
        ...productLine(productId, child.key, newKey(), quantity),
        withPlace: place.key,
      })),
    ],
  };
}

const productLine = (
  productId: string,
  studentKey: string | null,
  key: string,
  quantity = 1,
): DraftProduct => ({
  key,
  productId,
  quantity,
  studentKey,
  giveNow: true,
  discount: { kind: 'best' },
  withPlace: null,
});

/** Adds one more of a product for the selected child, or for the walk-in. */
export function addProduct(draft: VisitDraft, productId: string, key: string): VisitDraft {
  const studentKey = draft.payer?.kind === 'walkIn' ? null : draft.childKey;
  const there = draft.products.find(
    (line) => line.productId === productId && line.studentKey === studentKey,
  );
  if (there) return setQuantity(draft, there.key, there.quantity + 1);
  return { ...draft, products: [...draft.products, productLine(productId, studentKey, key)] };
}

/** The same for a visit that may have nobody yet: the product is then for a walk-in. */
export const sellProduct = (draft: VisitDraft, productId: string, key: string): VisitDraft =>
  addProduct(
    draft.payer ? draft : { ...draft, payer: { kind: 'walkIn', name: '', phone: '' } },
    productId,
    key,
  );

/** Adds a free line for the selected child. */
export function addAdjustment(draft: VisitDraft, key: string): VisitDraft {
  const line: DraftAdjustment = {
    key,
    studentKey: draft.payer?.kind === 'walkIn' ? null : draft.childKey,
    ofLineKey: null,
    amountLAK: null,
    reason: '',
  };
  return { ...draft, adjustments: [...draft.adjustments, line] };
}

const changed = <Line extends { key: string }>(
  lines: readonly Line[],
  key: string,
  changes: Partial<Line>,
) => lines.map((line) => (line.key === key ? { ...line, ...changes } : line));

export const changeProduct = (
  draft: VisitDraft,
  key: string,
  changes: Partial<DraftProduct>,
): VisitDraft => ({ ...draft, products: changed(draft.products, key, changes) });
export const changeAdjustment = (
  draft: VisitDraft,
  key: string,
  changes: Partial<DraftAdjustment>,
): VisitDraft => ({ ...draft, adjustments: changed(draft.adjustments, key, changes) });
export const setQuantity = (draft: VisitDraft, key: string, quantity: number): VisitDraft =>
  changeProduct(draft, key, { quantity });

/** Changes a seat; the books that came with it are removed if the seat is no longer charged. */
export function changePlace(
  draft: VisitDraft,
  key: string,
  changes: Partial<SeatLine>,
): VisitDraft {
  const places = changed(draft.places, key, changes);
  const isCharged = places.some(
    (place) => place.key === key && place.type === 'regular' && !place.joinsWaitingList,
  );
  return {
    ...draft,
    places,
    products: isCharged
      ? draft.products
      : draft.products.filter(({ withPlace }) => withPlace !== key),
  };
}

/**
 * Moves the seat to another class of the course; the choices that depend on the class start again.
 */
export const moveToClass = (draft: VisitDraft, key: string, offered: DeskClass): VisitDraft =>
  changePlace(draft, key, {
    classId: offered.classId,
    offered,
    enrolmentId: null,
    joinsWaitingList: false,
    startDate: null,
    coversFrom: null,
    basis: offered.basis,
    units: 1,
    override: null,
    acceptWarnings: offered.findings.some(({ weight }) => weight === 'warn'),
  });

/** Removes a line; the books that came with a class are removed with it. */
export function removeLine(draft: VisitDraft, key: string): VisitDraft {
  return {
    ...draft,
    places: draft.places.filter((place) => place.key !== key),
    products: draft.products.filter((line) => line.key !== key && line.withPlace !== key),
    adjustments: draft.adjustments.filter((line) => line.key !== key),
    debts: draft.debts.filter(({ orderId }) => orderId !== key),
  };
}
