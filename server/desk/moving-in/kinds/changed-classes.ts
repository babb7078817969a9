import { isDeepStrictEqual } from 'node:util';
import { isLiveClass } from '#contract/classes/class-changes.ts';
import { classInput, type ClassInput, type SchoolClass } from '#contract/classes/classes.ts';
import type { Slot } from '#contract/classes/timetable.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { busyWith, keepLessons } from '#server/desk/moving-in/kept-here.ts';
import {
  afterFields,
  changedFields,
  type KnownRecord,
  type RowFields,
} from '#server/desk/moving-in/known-fields.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { writtenWeeklyTimes } from '#server/desk/moving-in/weekly-times.ts';
import { noteWith } from './added-notes.ts';

const LONGEST_CLASS_NOTE = 500;
/** Fields that name other records, which must not be closed when the row is written. */
const naming = new Set(['roomId', 'teacherId', 'assistantIds']);

const sorted = (slots: readonly Slot[]) =>
  slots.map(({ weekday, start, end }) => `${weekday} ${start} ${end}`).toSorted();

/** The seats of a class that is there; it keeps one for each of its students. */
function seatsOf(row: MovingRowCheck, known: KnownRecords, record: KnownRecord): RowFields {
  const found = changedFields(
    row,
    record,
    classInput.shape,
    (['capacity', 'minStudents'] as const).map((field) => ({
      column: field,
      field,
      value: row.whole(field) ?? undefined,
    })),
  );
  const { _id, capacity, minStudents } = afterFields(record, found.fields) as SchoolClass;
  const facts = known.classes.get(_id);
  if (found.changes['capacity'] && facts && capacity < facts.taken)
    row.fail('capacity', `seatsInUse:${facts.taken}`);
  if (found.fields.length > 0 && minStudents > capacity)
    row.fail(found.changes['capacity'] ? 'capacity' : 'minStudents', 'belowMinimum');
  return found;
}

/** The note of a class that is there, to which a row only adds. */
const noteOf = (row: MovingRowCheck, record: KnownRecord, { note }: ClassInput): RowFields =>
  changedFields(row, record, {}, [
    {
      column: 'note',
      field: 'note',
      value: noteWith(row, 'note', [String(record['note']), note], LONGEST_CLASS_NOTE),
    },
  ]);

/** The days, times, room, teacher and assistants that a row says otherwise. */
function planOf(
  row: MovingRowCheck,
  { names }: KnownRecords,
  record: KnownRecord,
  input: ClassInput,
): RowFields {
  const before = record as SchoolClass;
  const isSame = isDeepStrictEqual(sorted(input.slots), sorted(before.slots));
  const labelOf = (kind: 'room' | 'teacher') => (id: unknown) =>
    names.get(kind, String(id))?.label ?? '';
  const assistants = input.assistantIds;
  const areSame = isDeepStrictEqual(assistants.toSorted(), before.assistantIds.toSorted());
  return changedFields(row, record, {}, [
    { column: 'startDate', field: 'startDate', value: input.startDate },
    { column: 'endDate', field: 'endDate', value: input.endDate },
    {
      column: 'timetable',
      field: 'slots',
      value: isSame ? undefined : input.slots,
      shown: (slots) => writtenWeeklyTimes(slots as Slot[]),
    },
    {
      column: 'room',
      field: 'roomId',
      value: input.roomId ?? undefined,
      shown: labelOf('room'),
    },
    {
      column: 'teacher',
      field: 'teacherId',
      value: input.teacherId ?? undefined,
      shown: labelOf('teacher'),
    },
    {
      column: 'assistants',
      field: 'assistantIds',
      value: assistants.length === 0 || areSame ? undefined : assistants,
      shown: (ids) => (ids as string[]).map(labelOf('teacher')).join(', '),
    },
  ]);
}

function sayStays(row: MovingRowCheck, { changes }: RowFields): void {
  for (const [column, [here]] of Object.entries(changes))
    row.hint(column, `staysHere:${here || '-'}` as FieldError);
}

/**
 * What a row changes of a class that is there. Seats and the note change while the class goes on;
 * its plan only before its first session, and only where nobody and no room is needed twice then.
 * Everything else stays, and is said.
 */
export function classFields(
  row: MovingRowCheck,
  known: KnownRecords,
  record: KnownRecord,
  input: ClassInput,
): Pick<RowFields, 'changes'> & { input: Record<string, unknown> } {
  const { things, today } = known;
  const before = record as SchoolClass;
  const plan = planOf(row, known, record, input);
  if (!isLiveClass(before.status)) {
    sayStays(row, plan);
    return { input: {}, changes: {} };
  }
  const seats = seatsOf(row, known, record);
  const after = afterFields(record, plan.fields) as SchoolClass;
  const own = { ...after, label: row.text('className') };
  const isFree = Object.keys(busyWith(things, own)).length === 0;
  const isPlanned = plan.fields.length > 0 && !things.begun.has(before._id) && isFree;
  if (!isPlanned) sayStays(row, plan);
  const note = noteOf(row, record, input);
  const found = [...seats.fields, ...note.fields, ...(isPlanned ? plan.fields : [])];
  const facts = known.classes.get(before._id);
  if (facts) {
    const { startDate, endDate, slots, capacity } = afterFields(record, found) as SchoolClass;
    Object.assign(facts, { startDate, endDate, slots, capacity });
  }
  if (isPlanned) {
    things.weekly.splice(
      things.weekly.findIndex(({ _id }) => _id === before._id),
      1,
      own,
    );
    keepLessons(things, before._id, own, today);
  }
  if (found.length === 0) return { input: {}, changes: {} };
  const named = found.filter(({ field }) => naming.has(field));
  return {
    changes: { ...seats.changes, ...note.changes, ...(isPlanned && plan.changes) },
    input: {
      ...Object.fromEntries(named.map(({ field, after: id }) => [field, id])),
      fields: found,
    },
  };
}
