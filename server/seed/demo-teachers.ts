import { uuidv7 } from 'uuidv7';
import { nameKey } from '#contract/people/people.ts';
import type { TeacherRateInput } from '#contract/people/teacher-rates.ts';
import { teachers, type TeacherInput } from '#contract/people/teachers.ts';
import type { Tx } from '#server/db/client.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import type { Chance } from './chance.ts';
import { femaleNames, maleNames, surnames, type WrittenName } from './lao-names.ts';
import { insertMany } from '#server/db/insert-many.ts';

const COUNT = 25;

/** Teachers from abroad write their names in Latin letters only. */
const guests = [
  { firstName: 'Alice', lastName: 'Example', gender: 'female', nationality: 'Australia' },
  { firstName: 'Peter', lastName: 'Sample', gender: 'male', nationality: 'United Kingdom' },
  { firstName: 'Mali', lastName: 'Tuayang', gender: 'female', nationality: 'Thailand' },
] as const;

/** Some teachers have no rate. */
const hourlyRates = [60_000, 80_000, 120_000, null] as const;

type DemoTeachers = {
  chance: Chance;
  branchIds: readonly string[];
  year: number;
  nextPhone: () => string;
};

function nameOf(chance: Chance, index: number) {
  const guest = guests[index - COUNT + guests.length];
  if (guest) return { ...guest, firstNameEn: '', lastNameEn: '' };
  const gender = chance.percent(60) ? ('female' as const) : ('male' as const);
  const given: WrittenName = chance.pick(gender === 'female' ? femaleNames : maleNames);
  const family: WrittenName = chance.pick(surnames);
  return {
    firstName: given[0],
    lastName: family[0],
    firstNameEn: given[1],
    lastNameEn: family[1],
    gender,
    nationality: 'ລາວ',
  };
}

type DemoRate = Pick<TeacherRateInput, 'amount' | 'currency'>;

/** The teacher with this number, and their rate by the hour. */
export function makeTeacher(
  { chance, branchIds, year, nextPhone }: DemoTeachers,
  index: number,
): { input: TeacherInput; rate: DemoRate | undefined } {
  const name = nameOf(chance, index);
  const isGuest = index >= COUNT - guests.length;
  const home = branchIds[index % branchIds.length] ?? '';
  const second = chance.percent(20) ? chance.pick(branchIds) : home;
  const person = {
    ...name,
    phone: nextPhone(),
    email: `teacher${index + 1}@example.la`,
    dateOfBirth: `${year - 24 - chance.below(30)}-0${1 + chance.below(9)}-1${chance.below(9)}`,
    photoFileId: null,
    branchIds: [...new Set([home, second])],
    employmentType: chance.pick(['full', 'part', 'freelance'] as const),
  };
  const amount = isGuest ? 1200 + 100 * chance.below(5) : chance.pick(hourlyRates);
  const input: TeacherInput = {
    ...person,
    qualifications: chance.pick(['ປະລິນຍາຕີ ພາສາອັງກິດ', 'ປະລິນຍາຕີ ສຶກສາສາດ', 'TESOL', '']),
    startDate: `${year - 1 - chance.below(8)}-09-01`,
    unavailability: chance.percent(40)
      ? [{ weekday: 1 + chance.below(5), start: '08:00', end: '11:30' }]
      : [],
    note: '',
    status: chance.weighted([
      ['active', 84],
      ['onLeave', 8],
      ['left', 8],
    ]),
  };
  return {
    input,
    rate: amount === null ? undefined : { amount, currency: isGuest ? 'USD' : 'LAK' },
  };
}

/** Adds the rates by the hour of new teachers, each valid from the teacher's start date. */
export async function addDemoRates(
  tx: Tx,
  made: readonly { _id: string; startDate: string | null; rate: DemoRate | undefined }[],
): Promise<void> {
  const rates = made.flatMap(({ _id: teacherId, startDate, rate }) =>
    rate && startDate !== null
      ? [{ _id: uuidv7(), teacherId, kind: 'hour' as const, validFrom: startDate, ...rate }]
      : [],
  );
  await insertMany(tx, teacherRateTable, rates);
}

/** Adds the teachers of the demo centre, some of whom teach at two branches. */
export async function addDemoTeachers(tx: Tx, options: DemoTeachers): Promise<void> {
  const codes = await nextCodes(tx, 'TC', COUNT);
  const made = codes.map((teacherCode, index) => {
    const { input, rate } = makeTeacher(options, index);
    const row = { ...input, teacherCode };
    const { firstName, lastName, startDate } = row;
    const _id = uuidv7();
    const stored = {
      ...row,
      _id,
      nameKey: nameKey(firstName, lastName),
      search: searchText(row, teachers.search),
    };
    return { _id, startDate, rate, stored };
  });
  await insertMany(
    tx,
    teacherTable,
    made.map(({ stored }) => stored),
  );
  await addDemoRates(tx, made);
}
