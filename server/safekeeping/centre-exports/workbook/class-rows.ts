import { asc, eq, inArray } from 'drizzle-orm';
import type { OpeningPlace } from '#contract/imports/opening-sums.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { classStateWords } from '#server/desk/moving-in/class-states.ts';
import { CAME_SO, states } from '#server/desk/moving-in/kinds/enrolments.kind.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { writtenWeeklyTimes } from '#server/desk/moving-in/weekly-times.ts';
import { readableDay, type Cell } from '#server/lib/sheets/cells.ts';
import { choiceWord, yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { sumCell } from './catalogue-rows.ts';
import { branchCodeOf, leavingStatuses, type CentreRecords } from './centre-records.ts';

/** Classes; their own prices are money, which the workbook of a branch does not have. */
export function classRows(
  centre: CentreRecords,
  fees: ReadonlyMap<string, string> = new Map(),
): MovingCells[] {
  const codeOf = (id: string | null) => centre.teachers.get(id ?? '')?.teacherCode ?? '';
  return [...centre.classes.values()]
    .map((row) => ({
      rowId: centre.keyOf('classes', row._id),
      className: centre.classNames.get(row._id),
      course: centre.courses.get(row.courseId)?.code ?? '',
      term: centre.terms.get(row.termId)?.code ?? '',
      branch: branchCodeOf(centre, row.branchId),
      startDate: { day: row.startDate },
      endDate: { day: row.endDate },
      timetable: writtenWeeklyTimes(row.slots),
      room: centre.rooms.get(row.roomId ?? '')?.name ?? '',
      // A class with more students than seats has a seat for each of them.
      capacity: Math.max(row.capacity, centre.seatsTaken.get(row._id) ?? 0),
      minStudents: row.minStudents,
      teacher: codeOf(row.teacherId),
      note: row.note,
      fee: fees.get(row._id) ?? '',
      classState: choiceWord(classStateWords, row.status, 'lo'),
      assistants: row.assistantIds.map(codeOf).filter(Boolean).toSorted().join(', '),
    }))
    .map(({ className = '', ...row }) => ({ ...row, className }))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = ({ branch, term, className }: MovingCells) =>
  JSON.stringify([branch, term, className]);

/** The days on which a debt is due: one as a day, several with their sums. */
function dueCell({ due, currency }: OpeningPlace): Cell {
  const [first, another] = due;
  if (!first) return null;
  if (!another) return { day: first.on };
  return due
    .map(({ on, amount }) =>
      [amount === null ? '' : shownAmount(amount, currency), readableDay(on)].join(' ').trim(),
    )
    .join('; ');
}

/** The money of a place in the cells of its row. */
function moneyCells(money: OpeningPlace): MovingCells {
  const { currency, price, discount, percent, reason, sessions, used, paid, paidUntil } = money;
  const off = percent === null ? sumCell(discount, currency) : `${percent}%`;
  return {
    price: sumCell(price, currency),
    currency,
    discount: discount === 0 ? null : off,
    reason,
    sessionsBought: sessions,
    sessionsUsed: used,
    paidSoFar: sumCell(paid, currency),
    dueDate: dueCell(money),
    paidUntil: paidUntil === null ? null : { day: paidUntil },
  };
}

/** Places that go on and places that wait, those of a class in the order in which they wait. */
export async function enrolmentRows(
  tx: Tx,
  centre: CentreRecords,
  places: ReadonlyMap<string, OpeningPlace>,
): Promise<MovingCells[]> {
  const { _id, classId, status, startDate, waitPosition, noChargeReason, isFree } = enrolmentTable;
  const rows = await tx
    .select({
      _id,
      classId,
      status,
      startDate,
      waitPosition,
      noChargeReason,
      isFree,
      code: studentTable.studentCode,
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .where(inArray(status, [...leavingStatuses]))
    .orderBy(asc(waitPosition), asc(studentTable.studentCode));
  const inClass = ({ classId: id }: { classId: string }) => {
    const row = centre.classes.get(id);
    return [branchCodeOf(centre, row?.branchId ?? null), centre.classNames.get(id) ?? ''].join(' ');
  };
  return rows
    .filter((row) => centre.classes.has(row.classId))
    .toSorted((a, b) => (inClass(a) < inClass(b) ? -1 : inClass(a) > inClass(b) ? 1 : 0))
    .map((row) => {
      const money = places.get(row._id);
      const isTold = !money && row.noChargeReason !== '' && row.noChargeReason !== CAME_SO;
      return {
        rowId: centre.keyOf('enrolments', row._id),
        student: row.code,
        class: centre.classNames.get(row.classId) ?? '',
        startDate: { day: row.startDate },
        ...(isTold && { reason: row.noChargeReason }),
        ...(isTold && row.isFree && { free: choiceWord(yesNoWords, 'yes', 'lo') }),
        ...(money && moneyCells(money)),
        placeState: choiceWord(states, row.status as (typeof leavingStatuses)[number], 'lo'),
      };
    });
}
