import { and, count, eq, gte } from 'drizzle-orm';
import type { FieldError } from '#contract/field-errors.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { meetings, overlap, type Slot } from '#contract/classes/timetable.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { phoneKey, type KnownRecords } from './known-records.ts';
import type { CheckedMovingRow, MovingRowCheck } from './row-check.ts';
import { readWeeklyTimes } from './weekly-times.ts';
import { writtenPhones } from './written-phones.ts';

// A row of a sheet of things finds the record that is there, which is changed on its own page. It is
// said what the file has differently, so that nobody takes it for brought in.

/** The values of a record by the column of its sheet, as a row of the file would be read. */
type Facts = Partial<Record<string, string | number | null>>;

type WeeklyClass = {
  label: string;
  teacherId: string | null;
  roomId: string | null;
  startDate: string;
  endDate: string;
  slots: readonly Slot[];
};

export type KnownThings = {
  facts: Map<string, Facts>;
  /** Classes that go on, and those of rows, with their weekly times. */
  weekly: WeeklyClass[];
  /** The holidays of terms, and the lessons that classes have from today on. */
  holidays: Map<string, readonly string[]>;
  lessonsLeft: Map<string, number>;
};

export const noThings = (): KnownThings => ({
  ...{ facts: new Map(), weekly: [], holidays: new Map(), lessonsLeft: new Map() },
});

const shownDay = (day: string) => day.split('-').toReversed().join('/');
const shownSlots = (slots: readonly Slot[]) =>
  slots
    .map(({ weekday, start, end }) => `${weekday} ${start}-${end}`)
    .toSorted()
    .join('; ');

export async function readKnownThings(db: Db | Tx, today: string): Promise<KnownThings> {
  const { facts, weekly, holidays, lessonsLeft } = noThings();
  for (const { _id, phone, district, village } of await db.select().from(branchTable))
    facts.set(_id, { phone, district, village });
  for (const { _id, capacity } of await db.select().from(roomTable))
    facts.set(_id, { seats: capacity });
  for (const { _id, totalSessions, defaultCapacity } of await db.select().from(courseTable))
    facts.set(_id, { sessions: totalSessions, capacity: defaultCapacity });
  for (const { _id, startDate, endDate, ...term } of await db.select().from(academicTermTable)) {
    facts.set(_id, { startDate, endDate });
    holidays.set(
      _id,
      term.holidays.map(({ date }) => date),
    );
  }
  for (const { _id, phone, dateOfBirth } of await db.select().from(teacherTable))
    facts.set(_id, { phone, dateOfBirth });
  const classes = await db.select().from(classTable);
  for (const { _id, startDate, endDate, capacity, minStudents, slots } of classes)
    facts.set(_id, { startDate, endDate, capacity, minStudents, timetable: shownSlots(slots) });
  for (const { status, classCode, oldName, ...one } of classes)
    if (status !== 'archived' && status !== 'finished')
      weekly.push({ ...one, label: oldName || classCode });
  const { classId, date, status } = classSessionTable;
  const left = await db
    .select({ classId, lessons: count() })
    .from(classSessionTable)
    .where(and(eq(status, 'scheduled'), gte(date, today)))
    .groupBy(classId);
  for (const one of left) lessonsLeft.set(one.classId, one.lessons);
  return { facts, weekly, holidays, lessonsLeft };
}

const whole = (text: string) => {
  const read = readWhole(text);
  return 'error' in read ? undefined : read.value;
};

/** What a cell says, in the form of the facts; undefined if it is empty or cannot be read. */
function saidIn(row: MovingRowCheck, field: string): string | number | null | undefined {
  const text = row.text(field);
  if (text === '') return undefined;
  if (['seats', 'sessions', 'capacity', 'minStudents'].includes(field)) return whole(text);
  if (field === 'phone') return writtenPhones(text, undefined).phones[0];
  if (field !== 'timetable') return text;
  const times = readWeeklyTimes(text);
  return 'slots' in times ? shownSlots(times.slots) : undefined;
}

function shownFact(field: string, value: string | number | null): string {
  if (value === null || value === '') return '-';
  if (/Date$|^dateOfBirth$/.test(field)) return shownDay(String(value));
  return field === 'phone' ? formatPhone(String(value)) : String(value);
}

function sayWhatStays(row: MovingRowCheck, facts: Facts): void {
  for (const [field, here = null] of Object.entries(facts)) {
    const said = saidIn(row, field);
    if (said !== undefined && said !== here)
      row.hint(field, `staysHere:${shownFact(field, here)}` as FieldError);
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

type Guardian = { firstName: string; lastName: string; phone: string };

/** Says which guardians of a row a student who is there does not have. */
function sayGuardians(
  row: MovingRowCheck,
  known: KnownRecords,
  { recordId, input }: CheckedMovingRow,
) {
  const student = known.students.get(recordId ?? '');
  const guardians = (input?.['guardians'] ?? []) as Guardian[];
  for (const [at, { firstName, lastName, phone }] of guardians.entries()) {
    const isThere = known.studentKeys.get(phoneKey(student?.nameKey ?? '', phone)) === recordId;
    const name = [firstName, lastName, formatPhone(phone)].filter(Boolean).join(' ');
    if (student && !isThere)
      row.hint(`guardian${at + 1}Phone`, `guardianStays:${name}` as FieldError);
  }
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
  const facts = recordId === row.id ? undefined : things.facts.get(recordId ?? '');
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
  if (kind === 'students' && recordId !== row.id) sayGuardians(row, known, checked);
}
