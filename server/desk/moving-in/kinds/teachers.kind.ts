import type { FieldError } from '#contract/field-errors.ts';
import { teacherRateInput, type TeacherRateInput } from '#contract/people/teacher-rates.ts';
import { LONGEST_NOTE, type Gender } from '#contract/people/people.ts';
import type { TeacherInput } from '#contract/people/teachers.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { choiceWord, employmentWords, genderWords } from '#server/lib/sheets/choice-words.ts';
import {
  addFirstRates,
  addTeachers,
  changeMovedTeacher,
  removeTeachers,
} from '#server/people/teachers/added-teachers.ts';
import { readTeacherRow } from '#server/desk/imports/read-teachers.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import { byFields } from '#server/desk/moving-in/changed-fields.ts';
import {
  changedFields,
  type KnownRecord,
  type RowFields,
} from '#server/desk/moving-in/known-fields.ts';
import type { KnownThing } from '#server/desk/moving-in/known-names.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { OTHER_PERSON } from '#server/desk/moving-in/columns.ts';
import type { LikeTeacher } from '#server/desk/moving-in/known-teachers.ts';
import { askIfThere, yesOrNo } from '#server/desk/moving-in/like-people.ts';
import {
  rowTwice,
  type CheckedMovingRow,
  type MovingRowCheck,
} from '#server/desk/moving-in/row-check.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { noteWith } from './added-notes.ts';
import { parsed, type MovingKind } from './moving-kind.ts';
import { changedPay, changePay, changePayBack } from './teacher-pay.ts';

type Employment = TeacherInput['employmentType'];

const everywhere = ['all branches', 'all', 'ທຸກສາຂາ'].map(headingKey);
/** A phone and a surname may be missing; the form of the teacher asks for them later. */
const MAY_BE_EMPTY = new Set(['phone', 'lastName']);
const PHONE_LATER = '+8562000000000';

type MovedTeacher = TeacherInput & { teacherCode: string; rate: TeacherRateInput | null };

/** The pay for an hour that counts from today on; the old book has paid what was before. */
function rateIn(row: MovingRowCheck, today: string): TeacherRateInput | null {
  if (row.text('hourlyRate') === '') return null;
  const currency = currencyOf(row, 'currency', ['hourlyRate']);
  const amount = currency && sumIn(row, 'hourlyRate', currency);
  if (!currency || typeof amount !== 'number') return null;
  const rate = { kind: 'hour', currency, amount, validFrom: today, note: '' };
  return parsed(row, teacherRateInput, rate, { amount: 'hourlyRate' }) ?? null;
}

/** A row of the list of one branch, which needs what the form of a teacher needs. */
function checkListed(row: MovingRowCheck, known: KnownRecords): CheckedMovingRow {
  const { rowId: _key, ...values } = row.values;
  const branchId = row.branch('branches')?.id ?? row.id;
  const { today, language } = known;
  const read = readTeacherRow(values as RowValues, { branchId, today, language });
  if ('problems' in read)
    for (const [field, error] of Object.entries(read.problems)) row.fail(field, error);
  else askIfThere(row, read.input, known);
  const name = [row.text('firstName'), row.text('lastName')].join(' ').trim();
  const input = 'input' in read ? { ...read.input, teacherCode: '', rate: null } : null;
  return row.result(name, { input });
}

/** `isCoded` is a teacher whom the code or the own key of the row names, whatever the name is. */
type FoundTeacher = { thing?: KnownThing | undefined; isSure?: boolean; isCoded?: boolean };

/** The teacher of a row: by its own key, the code, else the name with what tells teachers apart. */
function foundOf(
  row: MovingRowCheck,
  { names, teachers, keys }: KnownRecords,
  like: LikeTeacher,
): FoundTeacher {
  const byKey = names.get('teacher', keys.get(`teachers ${row.text('rowId')}`) ?? '');
  if (byKey) return { thing: byKey, isSure: true, isCoded: true };
  const code = row.text('teacherCode');
  if (code !== '') {
    const found = names.find('teacher', code);
    return 'thing' in found ? { thing: found.thing, isSure: true, isCoded: true } : {};
  }
  if (yesOrNo(row.text(OTHER_PERSON)) === 'yes') return {};
  const { id, several, isSure = false } = teachers.find(like);
  if (several) {
    const labels = several.map((one) => names.get('teacher', one)?.label ?? '');
    row.fail('teacherCode', `severalFit:${several.length}` as FieldError, labels);
  }
  return id === undefined ? {} : { thing: names.get('teacher', id), isSure };
}

/** The number of the earlier row that this one repeats by its code or its own key. */
function repeats(row: MovingRowCheck, { seen }: KnownRecords, name: string): number | undefined {
  const [code, rowId] = [row.text('teacherCode').toLowerCase(), row.text('rowId')];
  const own = rowId === '' ? [] : [`teachers row ${rowId}`];
  const sure = [
    ...(code === '' ? [] : [`teachers ${code}`]),
    ...own.map((key) => `${key} ${headingKey(name)}`),
  ];
  const twice = sure.map((key) => seen.get(key)).find(Boolean);
  if (twice !== undefined) return twice;
  // One key of two people is a mistake of the file.
  if (own.some((key) => seen.has(key))) row.fail('rowId', 'taken');
  for (const key of [...sure, ...own]) if (!seen.has(key)) seen.set(key, row.number);
  return undefined;
}

/**
 * The number of the earlier row that will be the teacher of this one, so that it is left out. By
 * the name alone it is asked, also of a record, because what the row says besides would be lost.
 */
function repeatsTeacher(
  row: MovingRowCheck,
  { seen }: KnownRecords,
  { thing, isSure = false }: FoundTeacher,
  { phone, dateOfBirth }: LikeTeacher,
): number | undefined {
  if (!thing) return undefined;
  const earlier = seen.get(`teachers of ${thing.id}`);
  const saysNoMore = phone === '' && dateOfBirth === null;
  const isAsked = !isSure && !saysNoMore && yesOrNo(row.text(OTHER_PERSON)) === undefined;
  if (!isAsked) return earlier;
  row.fail(OTHER_PERSON, `samePerson:${earlier ?? thing.label}` as FieldError);
  return undefined;
}

/** Rows of classes find a new teacher by the code; one of the same name who has none is asked. */
function addNew(
  row: MovingRowCheck,
  { names, teachers, seen }: KnownRecords,
  { like, name }: { like: LikeTeacher; name: string },
): void {
  const code = row.text('teacherCode');
  const apart =
    code === '' ? `${name} ${like.phone || (like.dateOfBirth ?? '')}` : `${code} ${name}`;
  const thing = { id: row.id, label: apart.trim(), isBroken: row.isBroken };
  names.add('teacher', thing, [code, ...(thing.label === name ? [] : [thing.label])], [name]);
  teachers.add(row.id, like);
  seen.set(`teachers of ${row.id}`, row.number);
}

type ReadTeacher = Omit<TeacherInput, 'branchIds'> & { branches: readonly KnownThing[] };

/** The branches that a row adds to those of a teacher; it says where it names fewer of them. */
function branchesOf(
  row: MovingRowCheck,
  { names }: KnownRecords,
  before: readonly string[],
  branches: readonly KnownThing[],
) {
  const shown = (ids: unknown) =>
    (ids as string[]).map((id) => names.get('branch', id)?.label ?? '').join(', ');
  const ids = branches.map(({ id }) => id);
  if (ids.length > 0 && before.some((id) => !ids.includes(id)))
    row.hint('branches', `staysHere:${shown(before)}` as FieldError);
  const value = [...before, ...ids.filter((id) => !before.includes(id))];
  return { column: 'branches', field: 'branchIds', value, shown };
}

/** What a row changes of a teacher who is there; an empty cell changes nothing. */
function teacherFields(
  row: MovingRowCheck,
  known: KnownRecords,
  record: KnownRecord,
  { branches, ...read }: ReadTeacher & { isCoded: boolean },
): RowFields {
  const { language } = known;
  const named = read.isCoded ? (['firstName', 'lastName'] as const) : [];
  const texts = [...named, ...(['phone', 'email', 'dateOfBirth', 'startDate'] as const)];
  const note = noteWith(row, 'note', [String(record['note']), read.note], LONGEST_NOTE);
  return changedFields(row, record, {}, [
    ...texts.map((field) => ({ column: field, field, value: read[field] || undefined })),
    {
      column: 'gender',
      field: 'gender',
      value: read.gender,
      shown: (value) => choiceWord(genderWords, value as Gender, language),
    },
    {
      column: 'employmentType',
      field: 'employmentType',
      value: read.employmentType ?? undefined,
      shown: (value) => choiceWord(employmentWords, value as Employment, language),
    },
    branchesOf(row, known, record['branchIds'] as string[], branches),
    { column: 'note', field: 'note', value: note },
  ]);
}

const fields = byFields('teachers', changeMovedTeacher);

export const teacherKind: MovingKind = {
  check(row, known) {
    if (known.list !== null) return checkListed(row, known);
    const { branches: text = '', teacherCode, rowId: _key, ...cells } = row.values;
    const { hourlyRate: _rate, currency: _currency, ...values } = cells;
    const rate = rateIn(row, known.today);
    const name = [row.text('firstName'), row.text('lastName')].join(' ').trim();
    const code = teacherCode ?? '';
    const named = everywhere.includes(headingKey(text ?? ''))
      ? known.names.all('branch')
      : row.allNamed('branch', 'branches');
    const ofFile = named.length === 0 ? row.branch('branches') : undefined;
    const branches = ofFile ? [ofFile] : named;
    const { phones, unread } = writtenPhones(
      values['phone'] ?? '',
      known.provinces.get(branches[0]?.id ?? ''),
    );
    if (unread.length > 0) row.fail('phone', 'phoneInvalid');
    const lastName = values['lastName'] ?? '';
    const read = readTeacherRow(
      {
        ...(values as RowValues),
        lastName: lastName || '-',
        phone: phones[0] ?? PHONE_LATER,
      },
      {
        branchId: branches[0]?.id ?? known.names.all('branch')[0]?.id ?? '',
        today: known.today,
        language: known.language,
      },
    );
    if ('problems' in read)
      for (const [field, error] of Object.entries(read.problems))
        if (!MAY_BE_EMPTY.has(field) || error !== 'required')
          row.fail(field === 'firstName' ? 'fullName' : field, error);
    const like = {
      firstName: row.text('firstName'),
      lastName,
      phone: phones[0] ?? '',
      dateOfBirth: values['dateOfBirth'] || null,
    };
    const found = foundOf(row, known, like);
    const twice = repeats(row, known, name) ?? repeatsTeacher(row, known, found, like);
    if (twice !== undefined) return rowTwice(name, 'teacherCode', twice);
    const { thing, isCoded = false } = found;
    if (thing?.isErased) row.fail('teacherCode', 'personErased' as FieldError);
    const recordId = thing?.id ?? row.id;
    const label = `${code} ${name}`.trim();
    const record = known.things.records.get(thing?.id ?? '');
    if (record && 'input' in read) {
      // The branch of the file is no cell, so it moves nobody who is there.
      const teacher = { ...read.input, lastName, phone: like.phone, branches: named, isCoded };
      const { changes, ...changed } = teacherFields(row, known, record, teacher);
      if (thing && isCoded) known.names.add('teacher', thing, [], [name]);
      const pay = changedPay(row, known, recordId, rate);
      const branchIds = named.map(({ id }) => id);
      return row.result(label, {
        recordId,
        changes: { ...changes, ...pay?.changes },
        input: { ...changed, branchIds, ...pay?.input },
      });
    }
    if (!thing) addNew(row, known, { like, name });
    const input =
      'input' in read
        ? {
            ...read.input,
            lastName,
            phone: phones[0] ?? '',
            teacherCode: code,
            branchIds: branches.map(({ id }) => id),
            rate,
          }
        : null;
    return row.result(label, { recordId, input });
  },
  write: async (writer, rows) => {
    const inputs = rows.map(({ _id, input }) => ({ ...(input as MovedTeacher), _id }));
    await addTeachers(
      writer,
      inputs.map(({ rate: _rate, ...teacher }) => teacher),
    );
    await addFirstRates(
      writer,
      inputs.flatMap(({ _id, rate, branchIds }) =>
        rate ? [{ ...rate, teacherId: _id, branchId: branchIds[0] }] : [],
      ),
    );
    return undefined;
  },
  remove: removeTeachers,
  async change(writer, recordId, input, row) {
    const made = await fields.change(writer, recordId, input, row);
    await changePay(writer, recordId, input);
    return made;
  },
  async changeBack(writer, recordId, input, row) {
    await changePayBack(writer, recordId, input);
    await fields.changeBack(writer, recordId, input, row);
  },
};
