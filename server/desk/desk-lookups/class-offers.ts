import type { DeskClass } from '#contract/desk/desk.ts';
import { tuitionBases, type TuitionBasis } from '#contract/desk/visits.ts';
import { daysOfChange } from '#contract/courses/fee-rules.ts';
import { placePriceOf, type PriceSources } from '#server/catalogue/course-fees/place-prices.ts';

type Offer = Pick<DeskClass, 'bases' | 'basis' | 'price' | 'prices'>;
type Offered = Offer & Pick<DeskClass, 'later'>;

type AskedOffers = {
  studentId: string | null;
  priceCategory: string;
  asked: TuitionBasis | undefined;
  units: number;
  startDate: string | null;
  /** True for a device that keeps the prices of every price category. */
  isCopy: boolean;
};

/** The price of a class by its basis, for one price category. */
function priceFor(
  sources: PriceSources,
  { studentId, asked, units, startDate }: AskedOffers,
  classId: string,
  priceCategory: string,
) {
  const of = { key: '', classId, studentId, priceCategory, units, startDate, coversFrom: null };
  const priceOf = (basis: TuitionBasis) => placePriceOf({ ...of, basis }, sources);
  const bases = tuitionBases.filter((basis) => priceOf(basis) !== undefined);
  const basis = asked ?? bases[0] ?? 'term';
  return { bases, basis, price: priceOf(basis) ?? null };
}

/**
 * The prices of classes today, and those of the coming days on which a fee of their course begins
 * or ends: a device that passes midnight without a network takes the new price.
 */
export function classOffers(sources: PriceSources, wanted: AskedOffers) {
  const categories = [
    ...new Set(
      sources.fees
        .filter(({ active, priceCategory }) => active && priceCategory !== '')
        .map(({ priceCategory }) => priceCategory),
    ),
  ];
  const offerOf = (classId: string, today: string): Offer => {
    const on = { ...sources, today };
    const prices = wanted.isCopy
      ? categories.flatMap((priceCategory) => {
          const { price, ...of } = priceFor(on, wanted, classId, priceCategory);
          return price ? [{ priceCategory, ...of, price }] : [];
        })
      : undefined;
    return { ...priceFor(on, wanted, classId, wanted.priceCategory), ...(prices && { prices }) };
  };
  return ({ classId, courseId, endDate }: Pick<DeskClass, 'classId' | 'courseId' | 'endDate'>) => {
    const days = daysOfChange(
      sources.fees.filter((fee) => fee.courseId === courseId),
      sources.today,
    ).filter((day) => day <= endDate);
    const later = days.map((from) => ({ from, ...offerOf(classId, from) }));
    const today: Offered = offerOf(classId, sources.today);
    return later.length > 0 ? { ...today, later } : today;
  };
}
