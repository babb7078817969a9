import type { FieldError } from '#contract/field-errors.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { meetings, overlap } from '#contract/classes/timetable.ts';
import type { KnownRecords } from './known-records.ts';
import type { KnownThings, WeeklyClass } from './known-things.ts';
import type { CheckedMovingRow, MovingRowCheck } from './row-check.ts';

const meetTogether = (one: WeeklyClass, other: WeeklyClass): boolean =>
  one.startDate <= other.endDate &&
  other.startDate <= one.endDate &&
  one.slots.some((slot) =>
    other.slots.some((its) => slot.weekday === its.weekday && overlap(slot, its)),
  );

type ClashColumn = 'teacher' | 'assistants' | 'room';

const peopleOf = ({ teacherId, assistantIds }: WeeklyClass) => [
  ...(teacherId === null ? [] : [teacherId]),
  ...assistantIds,
];

/** What a class needs for itself alone, by the column that says it. */
const needsOf = (own: WeeklyClass): [ClashColumn, (other: WeeklyClass) => boolean][] => [
  ['teacher', (other) => own.teacherId !== null && peopleOf(other).includes(own.teacherId)],
  ['assistants', (other) => peopleOf(other).some((id) => own.assistantIds.includes(id))],
  ['room', (other) => own.roomId !== null && own.roomId === other.roomId],
];

/** The classes with which the people or the room of a class are busy, by its column. */
export function busyWith(
  { weekly }: KnownThings,
  own: WeeklyClass,
): Partial<Record<ClashColumn, string>> {
  const found: Partial<Record<ClashColumn, string>> = {};
  for (const [column, isNeeded] of needsOf(own)) {
    const busy = weekly.filter(
      (other) => other._id !== own._id && isNeeded(other) && meetTogether(own, other),
    );
    if (busy.length > 0) found[column] = busy.map(({ label }) => label).join(', ');
  }
  return found;
}

/** Says with which classes the teacher or the room of a new class is busy. */
function sayClashes(row: MovingRowCheck, label: string, things: KnownThings, input: unknown) {
  const own = { ...(input as Omit<WeeklyClass, 'label' | '_id'>), label, _id: row.id };
  for (const [field, classes] of Object.entries(busyWith(things, own)))
    row.hint(field, `busyWith:${classes}` as FieldError);
  things.weekly.push(own);
}

type PlannedClass = WeeklyClass & { termId: string };

/** Keeps how many lessons a class has from today on. */
export function keepLessons(
  { holidays, lessonsLeft }: KnownThings,
  id: string,
  own: PlannedClass,
  today: string,
) {
  const from = own.startDate > today ? own.startDate : today;
  const lessons = meetings(from, own.endDate, own.slots, holidays.get(own.termId) ?? []);
  lessonsLeft.set(id, lessons.length);
}

/** Says once for a class that it has not as many lessons as a place of it has sessions left. */
function sayLessons(row: MovingRowCheck, { money, input }: CheckedMovingRow, things: KnownThings) {
  const classId = String(input?.['classId']);
  const lessons = things.lessonsLeft.get(classId);
  if (money?.kind !== 'place' || money.paidUntil !== null || lessons === undefined) return;
  const left = money.sessions - money.used;
  if (left === lessons) return;
  things.lessonsLeft.delete(classId);
  row.hint('sessionsUsed', `lessonsDiffer:${left} / ${lessons}` as FieldError);
}

/** Says what clashes with a checked row, and what does not fit its class. */
export function sayHints(
  kind: MovingSheetKind,
  row: MovingRowCheck,
  checked: CheckedMovingRow,
  known: KnownRecords,
): void {
  const { recordId, state, input, name } = checked;
  const { things, today } = known;
  if (recordId === null || !input) return;
  if (kind === 'terms' && Array.isArray(input['holidays']))
    things.holidays.set(
      recordId,
      (input['holidays'] as { date: string }[]).map(({ date }) => date),
    );
  if (kind === 'classes' && state === 'ready') {
    sayClashes(row, name, things, input);
    keepLessons(things, recordId, input as unknown as PlannedClass, today);
  }
  if (kind === 'enrolments') sayLessons(row, checked, things);
}
