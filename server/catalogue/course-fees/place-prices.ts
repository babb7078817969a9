import { and, eq, inArray, sql } from 'drizzle-orm';
import { feeFor, feeOfClass } from '#contract/courses/fee-rules.ts';
import type { FeeBasis } from '#contract/courses/course-fees.ts';
import { addMonths, addDays } from '#contract/dates.ts';
import { startsAt } from '#contract/orders/value-left.ts';
import type { PlacePrice } from '#contract/desk/visit-prices.ts';
import type { TuitionBasis } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';

/** A seat whose price is wanted. */
export type AskedPlace = {
  key: string;
  classId: string;
  /** Null for a student who is not stored yet. */
  studentId: string | null;
  priceCategory: string;
  basis: TuitionBasis;
  units: number;
  startDate: string | null;
  coversFrom: string | null;
};

/** The records from which the prices of seats are calculated. */
export type PriceSources = Awaited<ReturnType<typeof loadPriceSources>>;

/**
 * Loads classes with their meetings, the fees of their courses, and the students who have paid the
 * registration of a course.
 */
export async function loadPriceSources(
  db: Db | Tx,
  {
    classIds,
    studentIds,
    now,
    today,
  }: { classIds: readonly string[]; studentIds: readonly string[]; now: string; today: string },
) {
  if (classIds.length === 0)
    return {
      classes: new Map<string, never>(),
      meetings: [],
      fees: [],
      registered: new Set<string>(),
      now,
      today,
    };
  const { _id, classCode, courseId, termId, branchId, startDate, endDate, feeId } = classTable;
  const classes = await db
    .select({
      _id,
      classCode,
      courseId,
      nameEn: courseTable.nameEn,
      nameLo: courseTable.nameLo,
      termId,
      termStart: academicTermTable.startDate,
      branchId,
      startDate,
      endDate,
      feeId,
    })
    .from(classTable)
    .innerJoin(academicTermTable, eq(academicTermTable._id, termId))
    .innerJoin(courseTable, eq(courseTable._id, courseId))
    .where(inArray(_id, [...new Set(classIds)]));
  const { classId, date, start } = classSessionTable;
  const meetings = await db
    .select({ classId, date, start })
    .from(classSessionTable)
    .where(
      and(
        inArray(classId, [...new Set(classIds)]),
        inArray(classSessionTable.status, ['scheduled', 'held']),
      ),
    );
  const courseIds = [...new Set(classes.map((classRow) => classRow.courseId))];
  const fees =
    courseIds.length === 0
      ? []
      : await db.select().from(courseFeeTable).where(inArray(courseFeeTable.courseId, courseIds));
  const students = [...new Set(studentIds)];
  const { rows } = await db.execute<{ who: string }>(sql`
    select line.student_id || ' ' || fee.course_id as who
    from ${orderLineTable} line
    join ${courseFeeTable} fee on fee.id = line.fee_id
    where line.kind = 'registration' and line.student_id = any(${sql.param(students)}::uuid[])
    group by line.student_id, fee.course_id having sum(line.quantity) > 0`);
  return {
    classes: new Map(classes.map((classRow) => [classRow._id, classRow])),
    meetings,
    fees,
    registered: new Set(rows.map(({ who }) => who)),
    now,
    today,
  };
}

/** The first and last day of the months that a line covers. */
export const monthsCovered = (from: string, units: number) => ({
  coversFrom: from,
  coversTo: addDays(addMonths(from, units), -1),
});

/**
 * The first day of a seat: the chosen one, else the first day of the class, or today if the class
 * has begun.
 */
export const placeStart = (
  asked: Pick<AskedPlace, 'startDate'>,
  { startDate }: { startDate: string },
  today: string,
) => asked.startDate ?? (startDate > today ? startDate : today);

/** The price of a seat on the day of the sources; `undefined` if no fee of its basis is valid. */
export function placePriceOf(
  asked: AskedPlace,
  { classes, meetings, fees, registered, now, today }: PriceSources,
): PlacePrice | undefined {
  const target = classes.get(asked.classId);
  if (!target) return undefined;
  const { courseId, branchId, termId } = target;
  const priceCase = (basis: FeeBasis) => ({
    courseId,
    branchId,
    termId,
    basis,
    priceCategory: asked.priceCategory,
    day: today,
  });
  const feeOf = (basis: FeeBasis) => feeFor(fees, priceCase(basis));
  const fee = feeOfClass(fees, target.feeId, priceCase(asked.basis));
  if (!fee) return undefined;
  const all = meetings.filter(({ classId }) => classId === asked.classId);
  const start = placeStart(asked, target, today);
  const remaining = all.filter((one) => one.date >= start && startsAt(one) >= Date.parse(now));
  const months = monthsCovered(asked.coversFrom ?? start, asked.units);
  const bought = {
    term: remaining.length,
    month: all.filter(({ date }) => date >= months.coversFrom && date <= months.coversTo).length,
    session: asked.units,
  };
  const deposit =
    fee.minDeposit === null ? feeOf('deposit') : { amount: fee.minDeposit, currency: fee.currency };
  const once = feeOf('once');
  const isRegistered = asked.studentId !== null && registered.has(`${asked.studentId} ${courseId}`);
  return {
    courseId,
    feeId: fee._id,
    price: { amount: fee.amount, currency: fee.currency },
    isProRata: fee.prorate === 'sessions',
    sessions: bought[asked.basis],
    ofSessions: all.length,
    minDeposit: deposit ? { amount: deposit.amount, currency: deposit.currency } : null,
    registration:
      once && !isRegistered
        ? { feeId: once._id, price: { amount: once.amount, currency: once.currency } }
        : null,
  };
}
