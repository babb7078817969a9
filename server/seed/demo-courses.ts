import { uuidv7 } from 'uuidv7';
import {
  academicTerms,
  type AcademicTerm,
  type AcademicTermInput,
} from '#contract/courses/academic-terms.ts';
import { courseCategories, type CategoryColour } from '#contract/courses/course-categories.ts';
import { courseFees } from '#contract/courses/course-fees.ts';
import { courses } from '#contract/courses/courses.ts';
import { rooms } from '#contract/courses/rooms.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { addDemoProducts } from './demo-products.ts';

const TERM_WEEKS = 12;
/** The weeks that the running term has lasted. */
const WEEKS_TAUGHT = 7;

const categories: readonly (readonly [
  code: string,
  nameEn: string,
  nameLo: string,
  colour: CategoryColour,
])[] = [
  ['ENG', 'English', 'ພາສາອັງກິດ', 'indigo'],
  ['KID', 'Kids', 'ເດັກນ້ອຍ', 'green'],
  ['CHN', 'Chinese', 'ພາສາຈີນ', 'ink'],
  ['EXM', 'Exam courses', 'ກຽມສອບເສັງ', 'gold'],
];

type DemoCourse = {
  code: string;
  category: string;
  nameEn: string;
  nameLo: string;
  level: string;
  next?: string;
  ages?: readonly [number, number];
  capacity: number;
  price: number;
};

/** Prices are in kip per term. */
export const demoCourses: readonly DemoCourse[] = [
  {
    code: 'KID-1',
    category: 'KID',
    nameEn: 'Kids 1',
    nameLo: 'ເດັກນ້ອຍ 1',
    level: 'K1',
    next: 'KID-2',
    ages: [5, 10],
    capacity: 12,
    price: 1_200_000,
  },
  {
    code: 'KID-2',
    category: 'KID',
    nameEn: 'Kids 2',
    nameLo: 'ເດັກນ້ອຍ 2',
    level: 'K2',
    next: 'ENG-A1',
    ages: [7, 12],
    capacity: 12,
    price: 1_200_000,
  },
  {
    code: 'ENG-A1',
    category: 'ENG',
    nameEn: 'English A1',
    nameLo: 'ພາສາອັງກິດ A1',
    level: 'A1',
    next: 'ENG-A2',
    capacity: 16,
    price: 1_500_000,
  },
  {
    code: 'ENG-A2',
    category: 'ENG',
    nameEn: 'English A2',
    nameLo: 'ພາສາອັງກິດ A2',
    level: 'A2',
    next: 'ENG-B1',
    capacity: 16,
    price: 1_600_000,
  },
  {
    code: 'ENG-B1',
    category: 'ENG',
    nameEn: 'English B1',
    nameLo: 'ພາສາອັງກິດ B1',
    level: 'B1',
    next: 'IELTS',
    capacity: 16,
    price: 1_800_000,
  },
  {
    code: 'CHN-H1',
    category: 'CHN',
    nameEn: 'Chinese HSK 1',
    nameLo: 'ພາສາຈີນ HSK 1',
    level: 'HSK1',
    next: 'CHN-H2',
    capacity: 14,
    price: 1_500_000,
  },
  {
    code: 'CHN-H2',
    category: 'CHN',
    nameEn: 'Chinese HSK 2',
    nameLo: 'ພາສາຈີນ HSK 2',
    level: 'HSK2',
    capacity: 14,
    price: 1_600_000,
  },
  {
    code: 'IELTS',
    category: 'EXM',
    nameEn: 'IELTS preparation',
    nameLo: 'ກຽມສອບ IELTS',
    level: 'B2',
    ages: [15, 60],
    capacity: 10,
    price: 3_200_000,
  },
];

const roomNames = [
  ['101', 12],
  ['105', 14],
  ['201', 16],
  ['204', 18],
] as const;

type Branch = { _id: string };
export type DemoTerm = {
  _id: string;
  code: string;
  startDate: string;
  endDate: string;
  holidays: readonly { date: string }[];
};

/**
 * Adds the running term, which began `WEEKS_TAUGHT` weeks ago, and the next one, for which people
 * enrol now.
 */
async function addTerms(tx: Tx, today: string): Promise<DemoTerm[]> {
  const start = addDays(mondayOf(today), -7 * WEEKS_TAUGHT);
  const next = addDays(start, 7 * (TERM_WEEKS + 1));
  const inputs: (Omit<AcademicTermInput, 'holidays'> &
    Pick<AcademicTerm, 'holidays' | 'status' | 'currentUntil' | 'defaultFrom'>)[] = [
    {
      name: 'ພາກຮຽນ 1',
      code: 'T1',
      status: 'running' as const,
      startDate: start,
      holidays: [{ date: addDays(start, 30), name: 'ວັນພັກຂອງສູນ' }],
    },
    {
      name: 'ພາກຮຽນ 2',
      code: 'T2',
      status: 'open' as const,
      startDate: next,
      holidays: [],
    },
  ].map((term) => ({
    ...term,
    academicYear: `${start.slice(0, 4)}-${Number(start.slice(0, 4)) + 1}`,
    endDate: addDays(term.startDate, 7 * TERM_WEEKS - 1),
    enrolFrom: null,
    enrolTo: null,
    branchIds: [],
    currentUntil: null,
    defaultFrom: term.status === 'open' ? today : null,
  }));
  const rows = inputs.map((term) => ({
    ...term,
    _id: uuidv7(),
    search: searchText(term, academicTerms.search),
  }));
  await tx.insert(academicTermTable).values(rows);
  return rows;
}

async function addCourses(tx: Tx): Promise<Map<string, string>> {
  const categoryRows = categories.map(([code, nameEn, nameLo, colour], position) => {
    const row = { code, nameEn, nameLo, colour, position, active: true };
    return { ...row, _id: uuidv7(), search: searchText(row, courseCategories.search) };
  });
  await insertMany(tx, courseCategoryTable, categoryRows);
  const ids = new Map(demoCourses.map(({ code }) => [code, uuidv7()]));
  const idOf = (code: string | undefined) => (code === undefined ? null : (ids.get(code) ?? null));
  const rows = demoCourses.map(
    ({ code, category, nameEn, nameLo, level, next, ages, capacity }) => {
      const row = {
        code,
        nameEn,
        nameLo,
        level,
        defaultCapacity: capacity,
        nextCourseId: idOf(next),
        categoryId: categoryRows.find((one) => one.code === category)?._id ?? '',
        minAge: ages?.[0] ?? null,
        maxAge: ages?.[1] ?? null,
        totalHours: 36,
        totalSessions: 24,
        description: '',
        active: true,
      };
      return { ...row, _id: String(idOf(code)), search: searchText(row, courses.search) };
    },
  );
  await insertMany(tx, courseTable, rows);
  return ids;
}

async function addFees(tx: Tx, courseIds: Map<string, string>, validFrom: string): Promise<void> {
  const rows = demoCourses.map(({ code, price }) => {
    const _id = uuidv7();
    const row = {
      courseId: courseIds.get(code) ?? '',
      name: 'ຄ່າຮຽນຕໍ່ພາກ',
      amount: price,
      currency: 'LAK' as const,
      basis: 'term' as const,
      branchId: null,
      termId: null,
      priceCategory: '',
      validFrom,
      validTo: null,
      prorate: 'sessions' as const,
      minDeposit: 500_000,
      active: true,
      replacedById: null,
    };
    return { ...row, _id, seriesId: _id, search: searchText(row, courseFees.search) };
  });
  await insertMany(tx, courseFeeTable, rows);
}

async function addRooms(tx: Tx, branches: readonly Branch[]) {
  const rows = branches.flatMap(({ _id: branchId }) =>
    roomNames.map(([name, capacity]) => {
      const row = { branchId, name, capacity, equipment: '', active: true };
      return { ...row, _id: uuidv7(), search: searchText(row, rooms.search) };
    }),
  );
  await insertMany(tx, roomTable, rows);
  return rows;
}

/**
 * Adds terms, categories, courses with their prices and products, and the rooms of the branches.
 */
export async function addDemoCourses(tx: Tx, branches: readonly Branch[], today: string) {
  const terms = await addTerms(tx, today);
  const courseIds = await addCourses(tx);
  await addFees(tx, courseIds, terms[0]?.startDate ?? today);
  await addDemoProducts(tx, courseIds);
  return { terms, courseIds, rooms: await addRooms(tx, branches) };
}
