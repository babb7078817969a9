import type { FieldError } from '#contract/field-errors.ts';
import { teacherRateInput, type TeacherRateInput } from '#contract/people/teacher-rates.ts';
import type { TeacherInput } from '#contract/people/teachers.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import {
  addFirstRates,
  addTeachers,
  removeTeachers,
} from '#server/people/teachers/added-teachers.ts';
import { readTeacherRow } from '#server/desk/imports/read-teachers.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import type { KnownThing } from '#server/desk/moving-in/known-names.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import type { KnownTeachers } from '#server/desk/moving-in/known-teachers.ts';
import { askIfThere } from '#server/desk/moving-in/like-people.ts';
import {
  rowTwice,
  type CheckedMovingRow,
  type MovingRowCheck,
} from '#server/desk/moving-in/row-check.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

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

/** The teacher of a row: by the code, else by the name with what tells teachers apart. */
function foundOf(
  row: MovingRowCheck,
  { names, teachers }: KnownRecords,
  like: Parameters<KnownTeachers['find']>[0],
): KnownThing | undefined {
  const code = row.text('teacherCode');
  if (code !== '') {
    const found = names.find('teacher', code);
    return 'thing' in found ? found.thing : undefined;
  }
  const { id, several } = teachers.find(like);
  if (several) {
    const labels = several.map((one) => names.get('teacher', one)?.label ?? '');
    row.fail('teacherCode', `severalFit:${several.length}` as FieldError, labels);
  }
  return id === undefined ? undefined : names.get('teacher', id);
}

export const teacherKind: MovingKind = {
  check(row, known) {
    if (known.list !== null) return checkListed(row, known);
    const { branches: text = '', teacherCode, rowId: _key, ...cells } = row.values;
    const { hourlyRate: _rate, currency: _currency, ...values } = cells;
    const rate = rateIn(row, known.today);
    const name = [row.text('firstName'), row.text('lastName')].join(' ').trim();
    const code = teacherCode ?? '';
    const branches = everywhere.includes(headingKey(text ?? ''))
      ? known.names.all('branch')
      : row.allNamed('branch', 'branches');
    if (branches.length === 0) row.branch('branches');
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
    const key = `teachers ${code === '' ? `${name} ${phones[0] ?? ''}` : code.toLowerCase()}`;
    const twice = known.seen.get(key);
    if (twice !== undefined) return rowTwice(name, 'teacherCode', twice);
    known.seen.set(key, row.number);
    const like = {
      ...{ firstName: row.text('firstName'), lastName, phone: phones[0] ?? '' },
      dateOfBirth: values['dateOfBirth'] || null,
    };
    const found = foundOf(row, known, like);
    const isThere = found !== undefined;
    if (found?.isErased) row.fail('teacherCode', 'personErased' as FieldError);
    const recordId = found?.id ?? row.id;
    const label = `${code} ${name}`.trim();
    if (!isThere) {
      known.teachers.add(recordId, like);
      const thing = { id: recordId, label, isBroken: row.isBroken };
      known.names.add('teacher', thing, [code, label], [name]);
    }
    const input =
      'input' in read
        ? {
            ...read.input,
            ...{ lastName, phone: phones[0] ?? '', teacherCode: code },
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
};
