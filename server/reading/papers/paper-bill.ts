import { and, asc, eq, inArray, lt, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { withReductionsShared } from '#contract/desk/line-nets.ts';
import type { PaperGroup, PaperLine } from '#contract/orders/papers.ts';
import type { Db } from '#server/db/client.ts';
import { firstSessionFrom } from '#server/academic/classes/first-session.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { namedOf } from '#server/centre/school-info/paper-head.ts';

/**
 * The moment that a paper shows: all rows until then, or all before it. All rows of an act have the
 * same time.
 */
export type Moment = { at: string; isBefore: boolean } | 'now';

/** The rows that existed at the moment. */
export const whereExistedAt = (column: PgColumn, moment: Moment): SQL | undefined =>
  moment === 'now' ? undefined : moment.isBefore ? lt(column, moment.at) : lte(column, moment.at);
export const existedAt = (at: string | null, moment: Moment): boolean =>
  at !== null && (moment === 'now' || (moment.isBefore ? at < moment.at : at <= moment.at));

export type BillLine = typeof orderLineTable.$inferSelect;

export const linesOf = (
  db: Db,
  orderIds: readonly string[],
  moment: Moment,
): Promise<BillLine[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(orderLineTable)
        .where(
          and(
            inArray(orderLineTable.orderId, [...orderIds]),
            whereExistedAt(orderLineTable.at, moment),
          ),
        )
        .orderBy(asc(orderLineTable.orderId), asc(orderLineTable.position));

export const billTotal = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

async function placesOf(db: Db, lines: readonly BillLine[]) {
  const ids = lines.flatMap(({ kind, enrolmentId }) =>
    kind === 'tuition' && enrolmentId !== null ? [enrolmentId] : [],
  );
  if (ids.length === 0) return new Map<string, NonNullable<PaperLine['place']>>();
  const { firstName, lastName, firstNameEn, lastNameEn } = teacherTable;
  const rows = await db
    .select({
      _id: enrolmentTable._id,
      startDate: firstSessionFrom('enrolments.start_date'),
      endDate: classTable.endDate,
      slots: classTable.slots,
      room: roomTable.name,
      teacher: { firstName, lastName, firstNameEn, lastNameEn },
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .leftJoin(roomTable, eq(roomTable._id, classTable.roomId))
    .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
    .where(inArray(enrolmentTable._id, ids));
  return new Map(
    rows.map(({ _id, room, teacher, ...row }) => [
      _id,
      { ...row, room: room ?? '', teacher: teacher ? namedOf(teacher) : { name: '', latin: '' } },
    ]),
  );
}

/**
 * The lines grouped by student; each has its discounts, reductions and corrections. Cash rounding
 * belongs to no group.
 */
export async function billGroups(db: Db, all: readonly BillLine[]): Promise<PaperGroup[]> {
  const lines = [...new Set(all.map(({ orderId }) => orderId))]
    .flatMap((orderId) => withReductionsShared(all.filter((line) => line.orderId === orderId)))
    .filter(({ kind }) => kind !== 'rounding');
  const studentIds = [...new Set(lines.flatMap(({ studentId }) => studentId ?? []))];
  const students =
    studentIds.length === 0
      ? []
      : await db.select().from(studentTable).where(inArray(studentTable._id, studentIds));
  const places = await placesOf(db, lines);
  const heads = lines.filter(
    ({ ofLineId }) => ofLineId === null || !lines.some(({ _id }) => _id === ofLineId),
  );
  return [...new Set(heads.map(({ studentId }) => studentId))].map((whose) => {
    const student = students.find(({ _id }) => _id === whose);
    return {
      student: student ? { ...namedOf(student), code: student.studentCode } : null,
      lines: heads
        .filter(({ studentId }) => studentId === whose)
        .map(
          ({
            _id,
            kind,
            nameEn,
            nameLo,
            quantity,
            amountLAK,
            reason,
            coversFrom,
            coversTo,
            enrolmentId,
          }) => ({
            _id,
            kind,
            name: { en: nameEn, lo: nameLo },
            quantity,
            amountLAK,
            reason,
            coversFrom,
            coversTo,
            place: (enrolmentId !== null && kind === 'tuition' && places.get(enrolmentId)) || null,
            under: lines
              .filter(({ ofLineId }) => ofLineId === _id)
              .map((line) => ({
                _id: line._id,
                kind: line.kind,
                name: { en: line.nameEn, lo: line.nameLo },
                amountLAK: line.amountLAK,
                reason: line.reason,
              })),
          }),
        ),
    };
  });
}
