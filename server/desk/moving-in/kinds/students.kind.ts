import type { FieldError } from '#contract/field-errors.ts';
import { LONGEST_HEALTH_NOTE, LONGEST_NOTE, nameKey } from '#contract/people/people.ts';
import {
  addMovedStudents,
  removeMovedStudents,
  type MovedStudent,
} from '#server/people/students/added-students.ts';
import { addPassedBefore, removePassedBefore } from '#server/academic/enrolments/passed-before.ts';
import { familyKey, removeParents } from '#server/people/parents/added-parents.ts';
import { OTHER_PERSON } from '#server/desk/moving-in/columns.ts';
import { type KnownRecords, type KnownStudent } from '#server/desk/moving-in/known-records.ts';
import { birthdayKey, codeKey, phoneKey } from '#server/desk/moving-in/known-keys.ts';
import { yesOrNo } from '#server/desk/moving-in/like-people.ts';
import { COURSES_PASSED } from '#server/desk/moving-in/own-changes.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { choiceWord, studentStatusWords } from '#server/lib/sheets/choice-words.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { noteWith } from './added-notes.ts';
import { changeStudent, changeStudentBack, type AddingInput } from './changed-students.ts';
import type { MovingKind } from './moving-kind.ts';
import { checkListedStudent } from './listed-students.ts';
import {
  guardianChanges,
  newGuardians,
  sayPayer,
  sayPhones,
  type NumberedGuardian,
} from './new-guardians.ts';
import { readMovingStudent, type ReadMovingStudent } from './student-row.ts';

const MAX_CODE = 20;

/** A row of students as it is written; one of a list has no passed courses. */
type MovingStudentInput = Omit<MovedStudent, '_id'> & { coursesPassed?: string[] };

/** The fields of a student that a later file may change; empty cells change nothing. */
const changeable = [
  ...(['firstName', 'lastName', 'firstNameEn', 'lastNameEn', 'nickname', 'gender'] as const),
  ...(['dateOfBirth', 'phone', 'email', 'village', 'district', 'provinceCode'] as const),
  ...(['currentSchool', 'grade', 'nationality', 'idNumber', 'priceCategory', 'source'] as const),
] as const;
/** Words of people, to which a later file only adds, with the most signs. */
const notes = { note: LONGEST_NOTE, healthNote: LONGEST_HEALTH_NOTE } as const;
function changesOf(
  row: MovingRowCheck,
  before: KnownStudent,
  read: ReadMovingStudent,
): Record<string, [unknown, unknown]> {
  // Whoever is in the file is here again, and so are the parents.
  const archived: Record<string, [unknown, unknown]> = before.archived
    ? { archived: [true, false] }
    : {};
  const changed: Record<string, [unknown, unknown]> = Object.fromEntries(
    changeable.flatMap((field) => {
      const value = read[field];
      const isSaid = value !== '' && value !== null;
      return isSaid && value !== before[field] ? [[field, [before[field], value]]] : [];
    }),
  );
  for (const field of ['note', 'healthNote'] as const) {
    const note = noteWith(row, field, [before[field], read[field]], notes[field]);
    if (note !== before[field]) changed[field] = [before[field], note];
  }
  return { ...changed, ...archived };
}

/** The ids of the courses that a row adds to those passed before, and the change that it shows. */
function passedIn(row: MovingRowCheck, known: KnownRecords, studentId: string | undefined) {
  const before = known.passedBefore.get(studentId ?? '') ?? new Set<string>();
  const named = row.allNamed('course', COURSES_PASSED).map(({ id }) => id);
  const added = [...new Set(named)].filter((id) => !before.has(id));
  const codes = (ids: Iterable<string>) =>
    [...ids]
      .map((id) => known.names.get('course', id)?.label ?? '')
      .toSorted()
      .join(', ');
  const changes: Record<string, [unknown, unknown]> =
    added.length > 0 ? { [COURSES_PASSED]: [codes(before), codes([...before, ...added])] } : {};
  return { added, changes };
}

/**
 * The keys by which a row is the same student as a record, with the strongest first. Between rows a
 * guardian's phone counts where the birthdays do not say that they are two.
 */
function keysOf(row: MovingRowCheck, read: ReadMovingStudent | undefined, code: string) {
  const name = read ? nameKey(read.firstName, read.lastName) : '';
  const day = read?.dateOfBirth ?? null;
  const days = day === null ? [] : [birthdayKey(name, day)];
  const phones = (read?.guardians ?? []).map(({ phone }) => phoneKey(name, phone));
  const all = phones.map((key) => `${key} of any day`);
  const without = phones.map((key) => `${key} of no day`);
  return {
    isRead: read !== undefined,
    code: code === '' ? [] : [codeKey(code)],
    person: [...days, ...phones],
    /** What an earlier row of the same person has left. */
    like: [...days, ...(day === null ? all : without)],
    /** What this row leaves for later ones. */
    left: [...days, ...all, ...(day === null ? without : [])],
    row: row.text('rowId') === '' ? [] : [`students ${row.text('rowId')}`],
  };
}

/** The record of a row: by its own key, its code, or its name with birthday or guardian's phone. */
function recordOf(
  row: MovingRowCheck,
  known: KnownRecords,
  keys: ReturnType<typeof keysOf>,
): string | undefined {
  const isOther = yesOrNo(row.text(OTHER_PERSON)) === 'yes';
  const byRow = keys.row.map((key) => known.keys.get(key));
  const byCode = keys.code.map((key) => known.studentKeys.get(key));
  const byPerson = isOther ? [] : keys.person.map((key) => known.studentKeys.get(key));
  const found = [...byRow, ...byCode, ...(keys.code.length > 0 ? [] : byPerson)];
  return found.find((id) => id !== undefined && known.students.has(id));
}

/**
 * A student of the same name, and of the same birthday or guardian's phone, where the row has a
 * code that nobody has: somebody may have made the child by hand since the file was written.
 */
function likeUnderOtherCode(
  known: KnownRecords,
  keys: ReturnType<typeof keysOf>,
  day: string | null,
): KnownStudent | undefined {
  if (keys.code.length === 0) return undefined;
  return keys.person
    .map((key) => known.students.get(known.studentKeys.get(key) ?? ''))
    .find((one) => one && (day === null || [day, null].includes(one.dateOfBirth)));
}

/** The code of the student into whom the record of a row was merged. */
const mergedInto = (known: KnownRecords, keys: ReturnType<typeof keysOf>): string | undefined =>
  [
    ...keys.row.map((key) => known.keys.get(key)),
    ...[...keys.code, ...keys.person].map((key) => known.studentKeys.get(key)),
  ]
    .map((id) => known.merged.get(id ?? ''))
    .find((code) => code !== undefined);

/** The keys by which a later row is the same one: the centre's own key, or all that it says. */
function repeatedBy(row: MovingRowCheck, name: string, keys: ReturnType<typeof keysOf>): string[] {
  const whole = row.part('whole', [], () => {
    const said = Object.entries(row.values).filter(([, text]) => (text ?? '') !== '');
    return `students whole ${JSON.stringify(said.toSorted())}`;
  });
  return [...keys.row.map((key) => `${key} ${headingKey(name)}`), ...(keys.isRead ? [whole] : [])];
}

/** The earlier row that this one repeats; what tells two people apart no better is asked. */
function earlierRow(
  row: MovingRowCheck,
  known: KnownRecords,
  { name, keys }: { name: string; keys: ReturnType<typeof keysOf> },
) {
  const first = (some: readonly string[]) => some.map((key) => known.seen.get(key)).find(Boolean);
  const repeated = repeatedBy(row, name, keys);
  const twice = first(repeated);
  if (twice !== undefined) return { twice };
  const [byRow, byCode, byPerson] = [first(keys.row), first(keys.code), first(keys.like)];
  const said = yesOrNo(row.text(OTHER_PERSON));
  const isSure = [byRow, byCode].includes(byPerson) || said === 'no';
  if (byPerson !== undefined && isSure) return { twice: byPerson };
  if (byRow !== undefined) row.fail('rowId', 'taken');
  if (byCode !== undefined) row.fail('studentCode', 'taken');
  else if (byPerson !== undefined && said === undefined)
    row.fail(OTHER_PERSON, `samePerson:${byPerson}`);
  for (const key of [...keys.row, ...keys.code, ...keys.left, ...repeated])
    if (!known.seen.has(key)) known.seen.set(key, row.number);
  return {};
}

/**
 * Rows of money that name a guardian of this row wait until the guardian is in. Whoever is there
 * already keeps the phones.
 */
function addPayers(
  row: MovingRowCheck,
  { names, things }: KnownRecords,
  guardians: readonly NumberedGuardian[],
): void {
  for (const guardian of guardians) {
    sayPhones(row, guardian, things.parentPhones.get(familyKey(guardian)));
    const name = `${guardian.firstName} ${guardian.lastName}`.trim();
    const label = `${name} ${guardian.phone}`;
    const thing = { id: familyKey(guardian), label, isBroken: true };
    const found = names.only('payer', label);
    if (!found || found.isBroken || found.isArchived)
      names.add('payer', thing, [guardian.phone, label], [name]);
  }
}

/** The guardians that a row adds to a student who is there, and the change that it shows. */
function addingIn(
  row: MovingRowCheck,
  known: KnownRecords,
  { _id }: KnownStudent,
  { guardians }: ReadMovingStudent,
) {
  const family = known.things.family.get(_id) ?? [];
  const added = newGuardians(row, family, guardians, known.language);
  sayPayer(row, family, guardians);
  addPayers(row, known, added);
  const input: AddingInput = {
    newGuardians: added,
    familyBefore: family.map(({ parentId }) => parentId),
  };
  return { input, changes: guardianChanges(added) };
}

/** Says which home branch and state a student keeps, where the row says others. */
function sayStudent(
  row: MovingRowCheck,
  { names, language }: KnownRecords,
  before: KnownStudent,
  { homeBranchId, status }: ReadMovingStudent,
): void {
  const says = (field: string, here: string) => row.hint(field, `staysHere:${here}` as FieldError);
  if (row.text('homeBranch') !== '' && homeBranchId !== before.homeBranchId)
    says('homeBranch', names.get('branch', before.homeBranchId)?.label ?? '-');
  if (row.text('status') !== '' && status !== before.status)
    says('status', choiceWord(studentStatusWords, before.status, language));
}

export const studentKind: MovingKind = {
  check(row, known) {
    if (known.list !== null) return checkListedStudent(row, known);
    const code = row.text('studentCode');
    if (code.length > MAX_CODE) row.fail('studentCode', `tooLong:${MAX_CODE}`);
    const branch = row.branch('homeBranch');
    const day = row.text('dateOfBirth');
    const person = birthdayKey(nameKey(row.text('firstName'), row.text('lastName')), day);
    const isKnown =
      known.studentKeys.has(codeKey(code)) ||
      known.keys.has(`students ${row.text('rowId')}`) ||
      (code === '' && day !== '' && known.studentKeys.has(person));
    const reading = {
      branchId: branch?.id ?? row.id,
      province: known.provinces.get(branch?.id ?? ''),
      today: known.today,
      isKnown,
    };
    const read = row.part('student', Object.values(reading), () => readMovingStudent(row, reading));
    const name = read
      ? `${read.firstName} ${read.lastName}`.trim()
      : [row.text('firstName'), row.text('lastName')].join(' ').trim();
    const keys = row.part('keys', [read, code], () => keysOf(row, read, code));
    const { twice } = earlierRow(row, known, { name, keys });
    const label = `${code} ${name}`.trim();
    if (twice !== undefined) return rowTwice(label, 'studentCode', twice);
    const found = recordOf(row, known, keys);
    const saidOther = yesOrNo(row.text(OTHER_PERSON));
    const like =
      found === undefined && saidOther !== 'yes'
        ? likeUnderOtherCode(known, keys, read?.dateOfBirth ?? null)
        : undefined;
    if (like && saidOther === undefined)
      row.fail(OTHER_PERSON, `samePerson:${like.studentCode}` as FieldError, ['yes', 'no']);
    const recordId = found ?? (saidOther === 'no' ? like?._id : undefined);
    const thing = known.names.get('student', like?._id ?? '');
    // Rows of places and money name the child by the code of the file.
    if (thing && recordId === like?._id) known.names.add('student', thing, [code]);
    const before = recordId === undefined ? undefined : known.students.get(recordId);
    const id = recordId ?? row.id;
    if (known.erased.has(id)) row.fail('studentCode', 'personErased' as FieldError);
    const merged = before ? undefined : mergedInto(known, keys);
    if (merged !== undefined) row.fail('studentCode', `personMerged:${merged}` as FieldError);
    const passed = passedIn(row, known, recordId);
    const adding = before && read && addingIn(row, known, before, read);
    if (before && read) sayStudent(row, known, before, read);
    if (!before && branch && merged === undefined) {
      const added = { id, label, branchId: branch.id, isBroken: row.isBroken };
      known.names.add('student', added, [code, label], [name], [row.text('nickname')]);
      addPayers(row, known, read?.guardians ?? []);
    }
    return row.result(label, {
      recordId: id,
      changes:
        before && read
          ? { ...changesOf(row, before, read), ...adding?.changes, ...passed.changes }
          : null,
      input: read
        ? { ...read, studentCode: code, coursesPassed: passed.added, ...adding?.input }
        : null,
    });
  },
  write: (writer, rows, { list, branchId }) =>
    addMovedStudents(
      writer,
      rows.map(({ _id, input }) => {
        const { coursesPassed: _courses, ...student } = input as MovingStudentInput;
        return { ...student, _id };
      }),
      list === null ? undefined : branchId,
    ),
  writeParts: (tx, rows) =>
    addPassedBefore(
      tx,
      rows.map(({ _id, recordId, input }) => ({
        rowId: _id,
        studentId: recordId,
        courseIds: (input as MovingStudentInput).coursesPassed ?? [],
      })),
    ),
  removeParts: removePassedBefore,
  change: changeStudent,
  changeBack: changeStudentBack,
  async remove(tx, ids) {
    await removePassedBefore(tx, ids);
    await removeMovedStudents(tx, ids);
  },
  removeBeside: removeParents,
};
