import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { Language } from '#contract/language.ts';
import { MAX_GUARDIANS } from '#contract/people/students.ts';
import { sheetHeadings, type Heading } from '#server/lib/sheets/headings.ts';
import { ownHeadings } from './own-headings.ts';
import { isStockField, stockBranch, stockField } from './stock-columns.ts';
import {
  guardianGroups,
  readAs,
  type HeadingGroup,
  type TableKind,
} from '#server/lib/sheets/table-kind.ts';

const headings: Record<string, Heading> = { ...sheetHeadings, ...ownHeadings };

/** Words for columns of the sheets of a move beside those of the lists. */
const further: Record<string, readonly string[]> = {
  studentCode: ['code', 'id', 'student id', 'ລະຫັດ'],
  teacherCode: ['code', 'id', 'ລະຫັດ'],
  fullName: ['name', 'full name', 'ຊື່ ນາມສະກຸນ'],
  firstNameEn: ['name in english'],
  nameEn: ['name in english'],
  nameLo: ['name in lao'],
  employmentType: ['type', 'ປະເພດ'],
  guardian1FirstName: ['guardian 1', 'ຜູ້ປົກຄອງ 1'],
  guardian2FirstName: ['guardian 2', 'ຜູ້ປົກຄອງ 2'],
};

/** The cell in which a person says that two rows with one name and birthday are two people. */
export const OTHER_PERSON = 'otherPerson';
/** The cells in which a person says that a guardian is not the one who is there already. */
export const OTHER_GUARDIANS = ['guardian1Other', 'guardian2Other'] as const;
/** The cell in which a person says that a debt or credit is not the one that is written already. */
export const OTHER_DEBT = 'otherDebt';
/** Cells of answers, which only a file with remarks has. They are answered with yes or no. */
const askedOfStudents: readonly string[] = [OTHER_PERSON, ...OTHER_GUARDIANS];
export const askedFields: readonly string[] = [...askedOfStudents, OTHER_DEBT];

type Columns = { required: readonly string[]; optional: readonly string[] };

const guardians = Array.from({ length: MAX_GUARDIANS }, (_one, at) => at + 1).flatMap((at) =>
  ['FirstName', 'LastName', 'Phone', 'Phone2', 'Relation'].map((part) => `guardian${at}${part}`),
);

/** The columns of each kind of sheet. */
const columnsByKind: Record<MovingSheetKind, Columns> = {
  branches: {
    required: ['branchCode', 'branchName'],
    optional: ['rowId', 'provinceCode', 'district', 'village', 'phone'],
  },
  numbers: { required: ['series', 'lastNumber'], optional: ['rowId', 'branch', 'year'] },
  rates: { required: ['currency', 'rate'], optional: ['rowId'] },
  rooms: { required: ['branch', 'room', 'seats'], optional: ['rowId'] },
  courses: {
    required: ['code', 'courseName', 'courseCategory', 'sessions'],
    optional: [
      'rowId',
      'courseNameLo',
      'courseCategoryLo',
      'level',
      'nextCourse',
      'capacity',
      'ages',
      'books',
    ],
  },
  teachers: {
    required: ['fullName', 'gender', 'branches'],
    optional: [
      'rowId',
      'teacherCode',
      'firstName',
      'lastName',
      'phone',
      'employmentType',
      'dateOfBirth',
      'startDate',
      'email',
      'hourlyRate',
      'currency',
      'note',
    ],
  },
  accounts: {
    required: ['fullName', 'role', 'branch'],
    optional: ['rowId', 'firstName', 'lastName', 'email', 'phone'],
  },
  terms: {
    required: ['code', 'termName', 'academicYear', 'startDate', 'endDate'],
    optional: ['rowId', 'branches', 'holidays'],
  },
  fees: {
    required: ['course', 'amount', 'per'],
    optional: [
      'rowId',
      'feeName',
      'currency',
      'branch',
      'term',
      'priceCategory',
      'validFrom',
      'validTo',
      'prorate',
      'minDeposit',
    ],
  },
  classes: {
    required: ['className', 'course', 'term', 'branch', 'startDate', 'endDate', 'timetable'],
    optional: [
      'rowId',
      'room',
      'capacity',
      'minStudents',
      'teacher',
      'assistants',
      'fee',
      'classState',
      'note',
    ],
  },
  products: {
    required: ['sku', 'nameEn', 'category', 'price', 'unit'],
    optional: ['rowId', 'nameLo', 'categoryLo', 'currency', 'cost', 'costCurrency', 'barcode'],
  },
  drawers: {
    required: ['branch', 'drawer'],
    optional: ['rowId', 'cashLAK', 'cashTHB', 'cashUSD'],
  },
  students: {
    required: ['fullName', 'gender', 'homeBranch'],
    optional: [
      'rowId',
      'studentCode',
      'firstName',
      'lastName',
      'firstNameEn',
      'lastNameEn',
      'nickname',
      'dateOfBirth',
      'phone',
      'email',
      'studentSince',
      'status',
      ...guardians,
      'payer',
      'village',
      'district',
      'provinceCode',
      'currentSchool',
      'grade',
      'coursesPassed',
      'note',
      'statusReason',
      'source',
      'priceCategory',
      'healthNote',
      'nationality',
      'idNumber',
    ],
  },
  enrolments: {
    required: ['student', 'class'],
    optional: [
      'rowId',
      'startDate',
      'price',
      'currency',
      'discount',
      'reason',
      'sessionsBought',
      'sessionsUsed',
      'paidSoFar',
      'balanceDue',
      'dueDate',
      'paidUntil',
      'free',
      'placeState',
    ],
  },
  balances: {
    required: ['student', 'side', 'amount'],
    optional: ['rowId', 'payer', 'currency', 'for', 'billedOn', 'dueDate', 'oldPaper', 'branch'],
  },
  totals: {
    required: ['branch'],
    optional: ['rowId', 'currency', 'studentTotal', 'placeTotal', 'owedTotal', 'creditTotal'],
  },
};

/** What a list takes otherwise than a whole centre. */
type ListColumns = { required: readonly string[]; also: readonly string[]; out: readonly string[] };

/**
 * The columns of a sheet that one list imports from its page. Its file has one branch, new people
 * get the next codes, and stock and pay have rights of their own.
 */
const columnsOfLists: Record<ImportKind, ListColumns> = {
  students: {
    required: ['fullName', 'lastName', 'gender'],
    also: [],
    out: [
      'homeBranch',
      'studentCode',
      'studentSince',
      'payer',
      'coursesPassed',
      // A list asks about two guardians; a column that it would drop is no column of it.
      ...guardians.filter((field) => /^guardian[3-9]|Phone2$/.test(field)),
    ],
  },
  teachers: {
    required: ['fullName', 'lastName', 'phone', 'gender'],
    also: ['firstNameEn', 'lastNameEn', 'nationality', 'qualifications', 'status'],
    out: ['branches', 'teacherCode', 'hourlyRate', 'currency'],
  },
  // The page of a list makes no categories.
  products: { required: ['sku'], also: ['trackStock', 'active'], out: ['categoryLo'] },
};

/** What the sheet of a list takes; undefined for a sheet of a whole centre. */
const listColumns = (kind: MovingSheetKind, isList: boolean): ListColumns | undefined =>
  isList ? columnsOfLists[kind as ImportKind] : undefined;

const requiredOf = (kind: MovingSheetKind, isList: boolean): readonly string[] =>
  listColumns(kind, isList)?.required ?? columnsByKind[kind].required;

/** Fields that stand for others, so that a sheet needs only one of them. */
const fillsByField: Record<string, readonly string[]> = {
  fullName: ['firstName'],
  lastName: ['fullName'],
  student: ['payer'],
  nameEn: ['nameLo'],
  category: ['categoryLo'],
  courseCategory: ['courseCategoryLo'],
};

export type MovingField = { name: string; label: string; required: boolean };

/** The columns that a kind of sheet knows, in the order in which a person reads them. */
export function movingFieldsOf(
  kind: MovingSheetKind,
  language: Language,
  { branchCodes, isList }: { branchCodes: readonly string[]; isList: boolean },
): MovingField[] {
  const required = requiredOf(kind, isList);
  const stock = kind === 'products' ? branchCodes.map(stockField) : [];
  return [...fieldNamesOf(kind, stock, isList), ...answerFieldsOf(kind, isList)].map((name) => ({
    name,
    label: labelOf(name, language),
    required: required.includes(name),
  }));
}

/**
 * The columns of a kind; a sheet of products also has one of stock for each branch, unless it is
 * that of a list.
 */
export function fieldNamesOf(
  kind: MovingSheetKind,
  matching: readonly (string | null)[] = [],
  isList = false,
): string[] {
  const { required, optional } = columnsByKind[kind];
  const list = listColumns(kind, isList);
  const stock = matching.filter((field) => field !== null && isStockField(field)) as string[];
  return [
    ...[...required, ...optional, ...(list?.also ?? [])].filter(
      (field) => !list?.out.includes(field),
    ),
    ...(kind === 'products' && !list ? stock : []),
  ];
}

const OPENING_STOCK: Record<Language, string> = { en: 'Opening stock', lo: 'ຍອດເລີ່ມຕົ້ນ' };

export const labelOf = (field: string, language: Language): string =>
  isStockField(field)
    ? `${OPENING_STOCK[language]} ${stockBranch(field)}`
    : (headings[field]?.[language] ?? field);

/** True for kinds whose records have a note, into which a column without a field can go. */
export const hasNote = (kind: MovingSheetKind): boolean => fieldNamesOf(kind).includes('note');

/** The needed fields of a kind without those that another column fills. */
export function neededFields(
  kind: MovingSheetKind,
  matching: readonly (string | null)[],
  isList: boolean,
) {
  return requiredOf(kind, isList).filter(
    (name) =>
      !matching.includes(name) &&
      !(fillsByField[name] ?? []).some((other) => matching.includes(other)),
  );
}

/** The cells of answers of a kind, which the file with remarks gives back. */
export function answerFieldsOf(kind: MovingSheetKind, isList: boolean): readonly string[] {
  if (kind === 'students') return isList ? askedOfStudents : [OTHER_PERSON];
  if (kind === 'balances') return [OTHER_DEBT];
  return kind === 'teachers' ? [OTHER_PERSON] : [];
}

/** The kind of table of a sheet; `taught` are the headings that people have named columns for. */
export function tableKindOf(
  kind: MovingSheetKind,
  taught: readonly { kind: MovingSheetKind; heading: string; field: string }[],
  isList = false,
): TableKind {
  // A list is known by the headings of its export, in which `Name` is a first name at first.
  const fields = [...fieldNamesOf(kind, [], isList), ...answerFieldsOf(kind, isList)];
  const names = fields.toSorted((one, other) =>
    isList ? Number(one === 'fullName') - Number(other === 'fullName') : 0,
  );
  return {
    columns: names.map((name) => {
      const { en, lo, also = [] } = headings[name] ?? { en: name, lo: name };
      // The exports of the lists call some columns otherwise, such as the price of a product.
      const listed = (sheetHeadings as Record<string, Heading>)[name];
      const ofLists = listed ? [listed.en, listed.lo, ...(listed.also ?? [])] : [];
      const own = taught.filter((word) => word.kind === kind && word.field === name);
      return {
        name,
        words: [en, lo, name, ...own.map(({ heading }) => heading)],
        also: [
          ...also,
          ...ofLists,
          ...(isList && name === 'fullName' ? [] : (further[name] ?? [])),
        ],
        as: readAs(name as never),
      };
    }),
    isHead: (found) => found.size >= 2,
    isList: true,
    ...(kind === 'students' && { groups: guardianGroups as readonly HeadingGroup[] }),
    ownNames: names.filter((name) => name === 'firstName' || name === 'fullName'),
  };
}
