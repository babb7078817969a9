import type { FieldError } from '#contract/field-errors.ts';
import { classInput, type ClassInput, type ClassStatus } from '#contract/classes/classes.ts';
import {
  addMovedClasses,
  archiveMovedClass,
  changeClassFee,
  changeClassFeeBack,
  changeMovedClass,
  removeMovedClasses,
  restoreMovedClass,
} from '#server/academic/classes/added-classes.ts';
import { outsideTerm } from '#server/academic/classes/class-parts.ts';
import { byFields, fieldsIn } from '#server/desk/moving-in/changed-fields.ts';
import { classStateIn, refuseOver, sayState } from '#server/desk/moving-in/class-states.ts';
import { ownFee, ownFeeChange } from '#server/desk/moving-in/class-fees.ts';
import { type KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { classKey } from '#server/desk/moving-in/known-keys.ts';
import { readWeeklyTimes } from '#server/desk/moving-in/weekly-times.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { classFields } from './changed-classes.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

type MovedClass = ClassInput & {
  oldName: string;
  status: ClassStatus;
  /** The own price before, where a row changes that of a class that is there. */
  feeBefore?: string | null;
};

/** The weekly times of a row; the error offers what the text may mean. */
function slotsOf(row: MovingRowCheck) {
  const text = row.needed('timetable');
  if (text === '') return [];
  const read = readWeeklyTimes(text);
  if ('slots' in read) return read.slots;
  row.fail('timetable', read.error, read.choices);
  return [];
}

/** The room of a class; one of another branch is none, also where its name fits only there. */
function roomOf(row: MovingRowCheck, branchId: string | undefined) {
  const room = row.maybeNamed('room', 'room', branchId);
  if (!room || branchId === undefined || room.branchId === branchId) return room;
  return row.fail('room', `nothingNamed:${row.text('room')}` as FieldError);
}

/** The class that is there already: the same name in the same term and branch. */
function existing(known: KnownRecords, name: string, termId: string, branchId: string) {
  const id = known.classKeys.get(classKey(name, { termId, branchId }));
  return id === undefined ? undefined : known.names.get('class', id);
}

function inputOf(row: MovingRowCheck, known: KnownRecords, name: string) {
  const branch = row.branch('branch');
  const course = row.named('course', 'course');
  const term = row.named('term', 'term');
  const room = roomOf(row, branch?.id);
  const teacher = row.maybeNamed('teacher', 'teacher');
  const assistants = row.allNamed('teacher', 'assistants');
  const feeId = ownFee(row, known, { course, branch });
  const slots = row.part('slots', [], () => slotsOf(row));
  const capacity = row.whole('capacity') ?? (course && known.courseSizes.get(course.id)) ?? null;
  if (!branch || !course || !term) return undefined;
  const days = { startDate: row.text('startDate'), endDate: row.text('endDate') };
  const inTerm = known.terms.get(term.id);
  if (inTerm && days.startDate !== '' && days.endDate !== '')
    for (const [field, error] of Object.entries(outsideTerm(days, inTerm))) row.fail(field, error);
  const status = classStateIn(row, known);
  const ids = {
    branchId: branch.id,
    courseId: course.id,
    termId: term.id,
    roomId: room?.id ?? null,
    teacherId: teacher?.id ?? null,
    feeId,
  };
  const assistantIds = assistants.map(({ id }) => id);
  const of = [...Object.values(ids), assistantIds.join(' '), capacity];
  const input = row.part('class', of, () =>
    parsed(
      row,
      classInput,
      {
        ...ids,
        ...days,
        slots,
        capacity,
        note: row.text('note'),
        minStudents: row.whole('minStudents') ?? 0,
        assistantIds,
      },
      { slots: 'timetable' },
    ),
  );
  return input && { ...input, oldName: name, status };
}

const fields = byFields('classes', changeMovedClass);

export const classKind: MovingKind = {
  // Each class has dozens of sessions.
  mostRows: 10,
  check(row, known) {
    const name = row.needed('className');
    const input = inputOf(row, known, name);
    const key = `classes ${name.toLowerCase()} ${row.text('term')} ${row.text('branch')}`;
    const twice = known.seen.get(key);
    if (twice !== undefined) return rowTwice(name, 'className', twice);
    known.seen.set(key, row.number);
    const there = input && existing(known, name, input.termId, input.branchId);
    const recordId = there?.id ?? row.id;
    const { isArchived = false, feeId = null } = known.classes.get(there?.id ?? '') ?? {};
    if (input && (!there || isArchived)) refuseOver(row, known, input.status);
    if (!there) {
      const branchId = input?.branchId;
      const thing = { id: recordId, label: name, isBroken: row.isBroken };
      known.names.add(
        'class',
        { ...thing, ...(branchId !== undefined && { branchId }) },
        [],
        [name],
      );
      if (input) {
        known.classes.set(recordId, { ...input, taken: 0 });
        known.classKeys.set(classKey(name, input), recordId);
      }
    }
    if (!there || !input) return row.result(name, { recordId, input: input ?? null });
    // A class that a taken back move has left is run again.
    if (isArchived) {
      const changes: Record<string, [string, string]> = { status: ['archived', input.status] };
      return row.result(name, { recordId, changes, input });
    }
    const record = known.things.records.get(there.id);
    if (record) sayState(row, known, record['status'] as ClassStatus, input.status);
    const changed = record && classFields(row, known, record, input);
    const ofFee = ownFeeChange(known, feeId, input.feeId);
    const changes = { ...changed?.changes, ...ofFee };
    const change = {
      ...changed?.input,
      ...(ofFee && { feeId: input.feeId, feeBefore: feeId }),
    };
    const isChanged = Object.keys(changes).length > 0;
    return row.result(name, { recordId, changes, input: isChanged ? change : input });
  },
  write: async (writer, rows) => {
    await addMovedClasses(
      writer,
      rows.map(({ _id, input }) => ({ ...(input as MovedClass), _id })),
    );
    return undefined;
  },
  async change(writer, recordId, input, row) {
    const { feeBefore, ...moved } = input as MovedClass;
    if (feeBefore === undefined && fieldsIn(input).length === 0) {
      await restoreMovedClass(writer, { ...moved, _id: recordId });
      return undefined;
    }
    const version =
      feeBefore === undefined ? undefined : await changeClassFee(writer, recordId, moved.feeId);
    return (await fields.change(writer, recordId, input, row)) ?? { version };
  },
  async changeBack(writer, recordId, input, row) {
    const { feeBefore, feeId } = input as MovedClass;
    const hasFields = fieldsIn(input).length > 0;
    if (feeBefore === undefined && !hasFields) return archiveMovedClass(writer.tx, recordId);
    await fields.changeBack(writer, recordId, input, row);
    if (feeBefore === undefined) return;
    // The change of the fields has counted as the last one.
    const { changedVersion: last } = row;
    const changedVersion = last !== null && hasFields ? last - 1 : last;
    await changeClassFeeBack(writer.tx, recordId, { feeId, feeBefore, changedVersion });
  },
  remove: removeMovedClasses,
};
