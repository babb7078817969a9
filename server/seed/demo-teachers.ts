import { uuidv7 } from 'uuidv7';
import { nameKey } from '#contract/people.ts';
import { teachers, type TeacherInput } from '#contract/teachers.ts';
import type { Tx } from '#server/db/client.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
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

const hourlyRates = [
  { hourlyRate: 60_000, rateCurrency: 'LAK' },
  { hourlyRate: 80_000, rateCurrency: 'LAK' },
  { hourlyRate: 120_000, rateCurrency: 'LAK' },
  { hourlyRate: null, rateCurrency: 'LAK' },
] as const;

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

/** The teacher with this number. */
export function makeTeacher(
  { chance, branchIds, year, nextPhone }: DemoTeachers,
  index: number,
): TeacherInput {
  const name = nameOf(chance, index);
  const isGuest = index >= COUNT - guests.length;
  const home = branchIds[index % branchIds.length] ?? '';
  const second = chance.percent(20) ? chance.pick(branchIds) : home;
  return {
    ...name,
    phone: nextPhone(),
    email: `teacher${index + 1}@example.la`,
    dateOfBirth: `${year - 24 - chance.below(30)}-0${1 + chance.below(9)}-1${chance.below(9)}`,
    photoFileId: null,
    branchIds: [...new Set([home, second])],
    employmentType: chance.pick(['full', 'part', 'freelance'] as const),
    ...(isGuest
      ? { hourlyRate: 1200 + 100 * chance.below(5), rateCurrency: 'USD' as const }
      : chance.pick(hourlyRates)),
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
}

/** Adds the teachers of the demo centre, some of whom teach at two branches. */
export async function addDemoTeachers(tx: Tx, options: DemoTeachers): Promise<void> {
  const codes = await nextCodes(tx, 'TC', COUNT);
  const rows = codes.map((teacherCode, index) => {
    const row = { ...makeTeacher(options, index), teacherCode };
    const { firstName, lastName } = row;
    return {
      ...row,
      _id: uuidv7(),
      nameKey: nameKey(firstName, lastName),
      search: searchText(row, teachers.search),
    };
  });
  await insertMany(tx, teacherTable, rows);
}
