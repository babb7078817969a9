import type {
  DeskClasses,
  DeskFamily,
  DeskLookupRow,
  DeskPerson,
  FamilyStudent,
} from '#contract/desk/desk.ts';
import { keptPhone } from '#contract/people/kept-phone.ts';
import { nameKey } from '#contract/people/people.ts';
import type { ParentDuplicate } from '#contract/people/parents.ts';
import type { StudentDuplicate } from '#contract/people/students.ts';
import { MOST_DESK_PEOPLE } from '#contract/desk/most-people.ts';
import { fold } from '#contract/words/normalise.ts';
import { beginsWords, searchableText, searchWords } from '#contract/words/search-words.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { listKey, type Rows } from '#src/lib/request/resource.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { today } from '#src/lib/text/today.ts';
import { showRows, type Listed } from '#src/offline/lists/cached-list.ts';
import { readCopy } from '#src/offline/lists/list-copies.ts';
import { classFor, familyIn } from './offline-family.ts';
import { classesCopy, peopleCopy } from './copies.ts';

type Copy<Row> = { rows: Row[]; at: number };

const OWN = [
  'studentCode',
  'firstName',
  'lastName',
  'firstNameEn',
  'lastNameEn',
  'nickname',
  'phone',
] as const;
const SEARCHED = [...OWN, 'guardians'] as const;

const searchedText = (row: DeskLookupRow) =>
  SEARCHED.map((field) => searchableText(row[field])).join(' ');

/**
 * The copy from an earlier answer of this page, or else from the device. Its thousands of rows are
 * read from the device only once.
 */
async function copyOf<Row>(list: Listed): Promise<Copy<Row> | undefined> {
  const known = queryClient.getQueryState<Rows<Row>>(listKey(list));
  if (known?.data) return { rows: known.data.rows, at: known.dataUpdatedAt };
  const read = await readCopy(list.name);
  if (!read) return undefined;
  showRows(queryClient, list, read);
  return { rows: read.rows as Row[], at: read.fetchedAt };
}

/** True if a number, of which the copy perhaps holds only the end, is that whole number. */
const isSamePhone = (known: string, phone: string) => known === phone || known === keptPhone(phone);

const phoneOf = ({ payer, phone }: DeskLookupRow) => payer?.phone ?? phone;

/**
 * Students on the device who match the text, also by the names and phones of their guardians, who
 * count less; in the same order as the server's answer.
 */
export async function findPeople(
  search: string,
  branchId: string,
): Promise<{ people: DeskPerson[]; copiedAt: number } | undefined> {
  const copy = await copyOf<DeskLookupRow>(peopleCopy(branchId));
  if (!copy) return undefined;
  const all = arrange(copy.rows, { search, searchIn: SEARCHED, sort: 'firstName' });
  const own = new Set(arrange(all, { search, searchIn: OWN, sort: undefined }));
  const words = searchWords(search);
  const start = fold(search);
  const isGiven = ({ firstName, firstNameEn }: DeskLookupRow) =>
    [firstName, firstNameEn].some((name) => fold(name).startsWith(start));
  const rank = (row: DeskLookupRow) =>
    (own.has(row) ? 0 : 4) +
    (beginsWords(searchedText(row), words) ? 0 : 2) +
    (isGiven(row) ? 0 : 1);
  const found = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_DESK_PEOPLE);
  const people = found.map((row): DeskPerson => {
    const {
      _id,
      firstName,
      lastName,
      firstNameEn,
      lastNameEn,
      nickname,
      studentCode,
      dateOfBirth,
      courseCode,
      owedLAK,
      payer,
    } = row;
    const name = { _id, firstName, lastName, firstNameEn, lastNameEn, nickname };
    return {
      ...name,
      kind: 'student',
      studentCode,
      dateOfBirth,
      courseCode,
      owedLAK,
      branchId,
      payerName: payer ? `${payer.firstName} ${payer.lastName}` : '',
      phone: phoneOf(row),
    };
  });
  return { people, copiedAt: copy.at };
}

type Named = { firstName: string; lastName: string };
const keyOf = ({ firstName, lastName }: Named) => nameKey(firstName, lastName);

/** Paying guardians on the device with this phone or name, as the server compares them. */
export async function parentsOnDevice(
  named: Named & { phone: string },
  branchId: string,
): Promise<ParentDuplicate[]> {
  const copy = await copyOf<DeskLookupRow>(peopleCopy(branchId));
  const isWhole = named.firstName !== '' && named.lastName !== '';
  const found = new Map<string, ParentDuplicate>();
  for (const { payer } of copy?.rows ?? []) {
    if (!payer) continue;
    const isSame =
      (named.phone !== '' && isSamePhone(payer.phone, named.phone)) ||
      (isWhole && keyOf(payer) === keyOf(named));
    if (!isSame) continue;
    const children = (found.get(payer._id)?.children ?? 0) + 1;
    found.set(payer._id, { ...payer, archived: false, children });
  }
  return [...found.values()];
}

/** True if a birthday, of which the copy perhaps holds only the year, is that day. */
const isBornOn = (known: string | null, day: string | null) =>
  known === day || (known !== null && known !== '' && day?.startsWith(known));

/**
 * Students on the device with this name and date of birth, or with this name among the children of
 * a guardian, as the server compares them.
 */
export async function studentsOnDevice(
  named: Named & { dateOfBirth: string | null },
  parentId: string | undefined,
  branchId: string,
): Promise<StudentDuplicate[]> {
  if (named.firstName === '' || named.lastName === '') return [];
  const copy = await copyOf<DeskLookupRow>(peopleCopy(branchId));
  return (copy?.rows ?? [])
    .filter(
      (row) =>
        keyOf(row) === keyOf(named) &&
        (isBornOn(row.dateOfBirth, named.dateOfBirth) ||
          (parentId !== undefined && row.payer?._id === parentId)),
    )
    .map((row) => ({ ...row, archived: false }));
}

export async function readFamily(
  who: { studentId?: string; parentId?: string },
  branchId: string,
): Promise<(DeskFamily & { copied: { at: number; owedLAK: number } }) | undefined> {
  const copy = await copyOf<DeskLookupRow>(peopleCopy(branchId));
  const found = copy && familyIn(copy.rows, who, branchId);
  if (!found) return undefined;
  const { owedLAK, ...family } = found;
  return { ...family, copied: { at: copy.at, owedLAK } };
}

/**
 * The classes of the branch with their seats at the time of the copy; the server checks the student
 * when the visit is sent.
 */
export async function readClasses(
  branchId: string,
  student: FamilyStudent | undefined,
): Promise<(DeskClasses & { copiedAt: number }) | undefined> {
  const copy = await copyOf<DeskClasses>(classesCopy(branchId));
  const [kept] = copy?.rows ?? [];
  return (
    kept &&
    copy && {
      ...kept,
      classes: kept.classes.map((one) => classFor(one, student, today())),
      copiedAt: copy.at,
    }
  );
}
