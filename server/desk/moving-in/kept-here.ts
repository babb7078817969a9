import type { FieldError } from '#contract/field-errors.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { meetings, overlap } from '#contract/classes/timetable.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { shownField } from './known-fields.ts';
import type { KnownRecords } from './known-records.ts';
import {
  shownSlots,
  type RecordFacts,
  type KnownThings,
  type WeeklyClass,
} from './known-things.ts';
import type { CheckedMovingRow, MovingRowCheck } from './row-check.ts';
import { readWeeklyTimes } from './weekly-times.ts';

// A row of a term or a class finds the record that is there, which is changed on its own page. It
// is said what the file has differently, so that nobody takes it for brought in.

const whole = (text: string) => {
  const read = readWhole(text);
  return 'error' in read ? undefined : read.value;
};

/** What a cell says, in the form of the facts; undefined if it is empty or cannot be read. */
function saidIn(row: MovingRowCheck, field: string): string | number | null | undefined {
  const text = row.text(field);
  if (text === '') return undefined;
  if (['capacity', 'minStudents'].includes(field)) return whole(text);
  if (field !== 'timetable') return text;
  const times = readWeeklyTimes(text);
  return 'slots' in times ? shownSlots(times.slots) : undefined;
}

function sayWhatStays(row: MovingRowCheck, facts: RecordFacts): void {
  for (const [field, here = null] of Object.entries(facts)) {
    const said = saidIn(row, field);
    if (said !== undefined && said !== here)
      row.hint(field, `staysHere:${shownField(field, here) || '-'}` as FieldError);
  }
}

const meetTogether = (one: WeeklyClass, other: WeeklyClass): boolean =>
  one.startDate <= other.endDate &&
  other.startDate <= one.endDate &&
  one.slots.some((slot) =>
    other.slots.some((its) => slot.weekday === its.weekday && overlap(slot, its)),
  );

/** Says with which classes the teacher or the room of a new class is busy. */
function sayClashes(row: MovingRowCheck, name: string, { weekly }: KnownThings, input: unknown) {
  const own = { ...(input as Omit<WeeklyClass, 'label'>), label: name };
  for (const [field, of] of [
    ['teacher', 'teacherId'],
    ['room', 'roomId'],
  ] as const) {
    const busy = weekly.filter(
      (other) => own[of] !== null && own[of] === other[of] && meetTogether(own, other),
    );
    if (busy.length > 0)
      row.hint(field, `busyWith:${busy.map(({ label }) => label).join(', ')}` as FieldError);
  }
  weekly.push(own);
}

type PlannedClass = WeeklyClass & { termId: string };

/** Keeps how many lessons a new class has from today on. */
function keepLessons(
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

/**
 * Says what a checked row has differently from its record, what clashes with it, and what does not
 * fit its class.
 */
export function sayHints(
  kind: MovingSheetKind,
  row: MovingRowCheck,
  checked: CheckedMovingRow,
  known: KnownRecords,
): void {
  const { recordId, state, input, name } = checked;
  const { things, today } = known;
  // An archived class that comes back is written as the row says.
  const isKept = recordId !== row.id && checked.changes?.['status'] === undefined;
  const facts = isKept ? things.facts.get(recordId ?? '') : undefined;
  if (facts) sayWhatStays(row, facts);
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
