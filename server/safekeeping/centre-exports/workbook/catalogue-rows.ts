import { and, asc, eq, gte, isNull, or } from 'drizzle-orm';
import { holidayRanges } from '#contract/courses/holiday-ranges.ts';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import type { Tx } from '#server/db/client.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { agesText } from '#server/desk/moving-in/age-range.ts';
import { bases } from '#server/desk/moving-in/fee-cells.ts';
import { prorationWords } from '#server/desk/moving-in/kinds/fees.kind.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { stockField } from '#server/desk/moving-in/stock-columns.ts';
import { readableDay, type Cell } from '#server/lib/sheets/cells.ts';
import { choiceWord, provinceWords } from '#server/lib/sheets/choice-words.ts';
import { branchCodeOf, leavingProduct, type CentreRecords } from './centre-records.ts';

/** A sum in whole units of its currency. */
export const sumCell = (amount: number | null, currency: PriceCurrency | null): Cell =>
  amount === null || currency === null ? null : amount / 10 ** decimalsOf(currency);

export const branchRows = (centre: CentreRecords): MovingCells[] =>
  [...centre.branches.values()].map((row) => ({
    rowId: centre.keyOf('branches', row._id),
    branchCode: row.code,
    branchName: [...new Set([row.branchName, row.branchNameLo])].filter(Boolean).join(' '),
    provinceCode: choiceWord(provinceWords, row.provinceCode, 'lo'),
    district: row.district,
    village: row.village,
    phone: row.phone,
  }));

export async function rateRows(tx: Tx, centre: CentreRecords): Promise<MovingCells[]> {
  const rates = await newestRates(tx);
  return (['THB', 'USD'] as const).flatMap((currency) => {
    const newest = rates[currency];
    if (!newest) return [];
    const rowId = centre.keyOf('rates', newest.rateId);
    return [{ rowId, currency, rate: Number(newest.rate) }];
  });
}

export const roomSheetRows = (centre: CentreRecords): MovingCells[] =>
  [...centre.rooms.values()]
    .map((row) => ({
      rowId: centre.keyOf('rooms', row._id),
      branch: branchCodeOf(centre, row.branchId),
      room: row.name,
      seats: row.capacity,
    }))
    .toSorted((a, b) => (`${a.branch} ${a.room}` < `${b.branch} ${b.room}` ? -1 : 1));

type Category = { nameEn: string; nameLo: string } | undefined;

/** A category by both names; one without a Lao name has the other one in both cells. */
const categoryCells = (category: Category, field: string): MovingCells => ({
  [field]: category?.nameEn ?? '',
  [`${field}Lo`]: category?.nameLo || (category?.nameEn ?? ''),
});

/** Courses that are taught, and those that a class or a student who passed them still names. */
export function leavingCourses({ courses, classes, passedCourses }: CentreRecords) {
  const used = new Set([...classes.values()].map(({ courseId }) => courseId));
  return [...courses.values()].filter(
    ({ _id, active }) => active || used.has(_id) || passedCourses.has(_id),
  );
}

export function courseRows(centre: CentreRecords): MovingCells[] {
  const left = leavingCourses(centre);
  const ids = new Set(left.map(({ _id }) => _id));
  return left.map((row) => ({
    rowId: centre.keyOf('courses', row._id),
    code: row.code,
    courseName: row.nameEn,
    courseNameLo: row.nameLo,
    ...categoryCells(centre.courseCategories.get(row.categoryId), 'courseCategory'),
    level: row.level,
    sessions: row.totalSessions,
    capacity: row.defaultCapacity,
    ages: agesText(row),
    books: centre.books.get(row._id) ?? '',
    nextCourse: ids.has(row.nextCourseId ?? '')
      ? (centre.courses.get(row.nextCourseId ?? '')?.code ?? '')
      : '',
  }));
}

/** Days as a cell of the import says them; a name has no sign that parts days. */
const holidayText = (days: { date: string; name: string }[]) =>
  holidayRanges(days)
    .map(({ date, until, name }) => {
      const range =
        until === null ? readableDay(date) : `${readableDay(date)}-${readableDay(until)}`;
      return `${range} ${name.replace(/[;\n]+/g, ',')}`.trim();
    })
    .join('; ');

export const termRows = (centre: CentreRecords): MovingCells[] =>
  [...centre.terms.values()].map((row) => ({
    rowId: centre.keyOf('terms', row._id),
    code: row.code,
    termName: row.name,
    academicYear: row.academicYear,
    startDate: { day: row.startDate },
    endDate: { day: row.endDate },
    branches: row.branchIds
      .map((id) => branchCodeOf(centre, id))
      .toSorted()
      .join(', '),
    holidays: holidayText(row.holidays),
  }));

/** Prices that are in force today or later. */
export async function feeRows(
  tx: Tx,
  centre: CentreRecords,
  today: string,
): Promise<MovingCells[]> {
  const { active, validFrom, validTo, name } = courseFeeTable;
  const rows = await tx
    .select()
    .from(courseFeeTable)
    .where(and(eq(active, true), or(isNull(validTo), gte(validTo, today))))
    .orderBy(asc(name), asc(validFrom));
  const courses = new Set(courseRows(centre).map(({ code }) => code));
  return rows
    .map((row) => ({
      rowId: centre.keyOf('fees', row._id),
      feeName: row.name,
      currency: row.currency,
      course: centre.courses.get(row.courseId)?.code ?? '',
      amount: sumCell(row.amount, row.currency),
      per: choiceWord(bases, row.basis, 'lo'),
      branch: branchCodeOf(centre, row.branchId),
      term: centre.terms.get(row.termId ?? '')?.code ?? '',
      priceCategory: row.priceCategory,
      validFrom: { day: row.validFrom },
      validTo: row.validTo === null ? null : { day: row.validTo },
      prorate: choiceWord(prorationWords, row.prorate, 'lo'),
      minDeposit: sumCell(row.minDeposit, row.currency),
    }))
    .filter(({ course }) => courses.has(course))
    .toSorted((a, b) => (keyOfFee(a) < keyOfFee(b) ? -1 : 1));
}

const keyOfFee = ({ course, term, branch, priceCategory, per, validFrom }: MovingCells) =>
  JSON.stringify([course, term, branch, priceCategory, per, validFrom]);

/** The products in use, and others of which something is on hand. */
export async function productRows(tx: Tx, centre: CentreRecords): Promise<MovingCells[]> {
  const levels = await tx.select().from(stockLevelTable);
  const onHand = new Map<string, MovingCells>();
  for (const level of levels) {
    // A shelf with less than nothing on it is a count that is due, and no opening stock.
    if (level.onHand <= 0) continue;
    const cells = onHand.get(level.productId) ?? {};
    cells[stockField(branchCodeOf(centre, level.branchId))] = level.onHand;
    onHand.set(level.productId, cells);
  }
  const rows = await tx
    .select()
    .from(productTable)
    .where(leavingProduct)
    .orderBy(asc(productTable.sku));
  return rows.map((row) => ({
    rowId: centre.keyOf('products', row._id),
    sku: row.sku,
    nameEn: row.nameEn,
    nameLo: row.nameLo,
    price: sumCell(row.price, row.currency),
    currency: row.currency,
    ...categoryCells(centre.productCategories.get(row.categoryId), 'category'),
    cost: sumCell(row.costAmount, row.costCurrency),
    costCurrency: row.costCurrency,
    unit: row.unit,
    barcode: row.barcode,
    ...onHand.get(row._id),
  }));
}
