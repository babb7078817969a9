import type { GuardianInput, StudentInput } from '#contract/people/students.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import type { ParentInput } from '#contract/people/parents.ts';
import { ADULT_AGE } from '#contract/people/people.ts';
import type { Chance } from './chance.ts';
import {
  femaleNames,
  homes,
  maleNames,
  nicknames,
  surnames,
  type WrittenName,
} from './lao-names.ts';

export type SeedBranch = { _id: string; provinceCode: StudentInput['provinceCode'] };

type Student = Omit<StudentInput, 'guardians'>;
type Link = Omit<GuardianInput, 'firstName' | 'lastName' | 'phone' | 'parentId'>;
/** Parents and their children; the `links` of a child are in the order of the parents. */
export type SeedFamily = {
  parents: ParentInput[];
  children: { student: Student; links: Link[] }[];
};

export type FamilyOptions = {
  chance: Chance;
  branch: SeedBranch;
  /** The year for which ages are given. */
  year: number;
  /** Returns a phone number that nobody has yet. */
  nextPhone: () => string;
  names?: {
    male: readonly WrittenName[];
    female: readonly WrittenName[];
    family: readonly WrittenName[];
  };
};

const demoNames = { male: maleNames, female: femaleNames, family: surnames };

const occupations = [
  'ພະນັກງານລັດ',
  'ຄ້າຂາຍ',
  'ຄູສອນ',
  'ຊາວນາ',
  'ທ່ານໝໍ',
  'ພະນັກງານທະນາຄານ',
  'ຊ່າງ',
  'ແມ່ບ້ານ',
  '',
];
const statuses = [
  ['active', 58],
  ['prospect', 16],
  ['inactive', 15],
  ['left', 7],
  ['graduated', 4],
] as const satisfies readonly (readonly [StudentStatus, number])[];
const leavingReasons = ['ຍ້າຍໄປແຂວງອື່ນ', 'ເວລາບໍ່ກົງກັນ', 'ໄປຮຽນຕໍ່ຕ່າງປະເທດ'];
const sources = [
  ['friend', 34],
  ['facebook', 30],
  ['walkIn', 14],
  ['school', 8],
  ['sign', 5],
  ['event', 4],
  ['other', 1],
  [null, 4],
] as const satisfies readonly (readonly [StudentInput['source'], number])[];

/**
 * The school year and school of a Lao pupil of this age: five years of primary school, then up to
 * the seventh of secondary.
 */
function schooling(age: number): { currentSchool: string; grade: string } {
  if (age < 6) return { currentSchool: 'ໂຮງຮຽນອະນຸບານ', grade: '' };
  if (age < 11) return { currentSchool: 'ໂຮງຮຽນປະຖົມ', grade: `ປ.${age - 5}` };
  if (age < ADULT_AGE) return { currentSchool: 'ໂຮງຮຽນມັດທະຍົມ', grade: `ມ.${age - 10}` };
  return { currentSchool: age < 23 ? 'ມະຫາວິທະຍາໄລ' : '', grade: '' };
}

/**
 * A date of birth of somebody who turns `age` in `year`; never the 29th to 31st, which not every
 * month has.
 */
function birthdayIn(chance: Chance, year: number, age: number): string {
  const [month, day] = [1 + chance.below(12), 1 + chance.below(28)].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${year - age - 1}-${month}-${day}`;
}

function homeOf({
  chance,
  branch: { provinceCode },
}: FamilyOptions): Pick<Student, 'village' | 'district' | 'provinceCode'> {
  const near = provinceCode && homes[provinceCode];
  return { ...(near ? chance.pick(near) : { village: '', district: '' }), provinceCode };
}

const noContact = {
  phone2: '',
  whatsapp: '',
  line: '',
  facebook: '',
  email: '',
  photoFileId: null,
};
const blank = { photoFileId: null, idNumber: '', healthNote: '', priceCategory: '' };

type Shared = { options: FamilyOptions; surname: WrittenName; home: ReturnType<typeof homeOf> };

function makeParent(
  { options, surname, home }: Shared,
  given: WrittenName,
  nextPhone: () => string,
): ParentInput {
  const { chance, branch } = options;
  const phone = nextPhone();
  return {
    ...noContact,
    firstName: given[0],
    lastName: surname[0],
    phone,
    whatsapp: chance.percent(60) ? phone : '',
    occupation: chance.pick(occupations),
    ...home,
    preferredLanguage: chance.percent(96) ? 'lo' : 'en',
    note: '',
    branchId: branch._id,
  };
}

function makeStudent({ options, surname, home }: Shared, age: number, ownPhone: string): Student {
  const { chance, branch, year, names = demoNames } = options;
  const gender = chance.percent(54) ? 'female' : 'male';
  const given = chance.pick(names[gender]);
  const [nickname] = chance.pick(nicknames);
  const status = chance.weighted(statuses.filter(([value]) => value !== 'graduated' || age > 15));
  return {
    ...blank,
    firstName: given[0],
    lastName: surname[0],
    firstNameEn: chance.percent(85) ? given[1] : '',
    lastNameEn: chance.percent(85) ? surname[1] : '',
    nickname: chance.percent(88) ? nickname : '',
    gender,
    dateOfBirth: birthdayIn(chance, year, age),
    phone: ownPhone,
    email:
      ownPhone && chance.percent(30)
        ? `${given[1]}.${surname[1]}${ownPhone.slice(-3)}@example.la`.toLowerCase()
        : '',
    nationality: 'ລາວ',
    ...schooling(age),
    ...home,
    homeBranchId: branch._id,
    note: '',
    source: chance.weighted(sources),
    status,
    statusReason: status === 'left' ? chance.pick(leavingReasons) : '',
  };
}

/** An adult student, without parents. */
function makeAdult(shared: Shared): SeedFamily {
  const { chance, nextPhone } = shared.options;
  return {
    parents: [],
    children: [
      { student: makeStudent(shared, ADULT_AGE + chance.below(20), nextPhone()), links: [] },
    ],
  };
}

function makeChildren(shared: Shared, relations: Link['relation'][]): SeedFamily['children'] {
  const { chance, nextPhone } = shared.options;
  const payer = chance.below(relations.length);
  const links = relations.map((relation, at) => ({
    relation,
    isPayer: at === payer,
    isPrimaryContact: at === 0,
    canPickUp: true,
  }));
  const count = chance.weighted([
    [1, 62],
    [2, 29],
    [3, 9],
  ]);
  const youngest = 4 + chance.below(10);
  const ages = Array.from({ length: count }, (_, at) =>
    Math.min(youngest + at * (1 + chance.below(3)), ADULT_AGE - 1),
  );
  return ages.map((age) => ({
    student: makeStudent(shared, age, age > 13 && chance.percent(60) ? nextPhone() : ''),
    links,
  }));
}

/** A family of the branch: children with their parents or a grandparent, or an adult student. */
export function makeFamily(options: FamilyOptions): SeedFamily {
  const { chance, nextPhone, names = demoNames } = options;
  const shared = { options, surname: chance.pick(names.family), home: homeOf(options) };
  if (chance.percent(22)) return makeAdult(shared);
  const relations = chance.weighted<Link['relation'][]>([
    [['mother', 'father'], 52],
    [['mother'], 30],
    [['father'], 10],
    [['grandparent'], 8],
  ]);
  const parents = relations.map((relation) =>
    makeParent(shared, chance.pick(relation === 'father' ? names.male : names.female), nextPhone),
  );
  return { parents, children: makeChildren(shared, relations) };
}
