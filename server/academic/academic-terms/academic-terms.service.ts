import { and, eq, sql, type SQL } from 'drizzle-orm';
import {
  academicTerms,
  type AcademicTerm,
  type AcademicTermInput,
} from '#contract/courses/academic-terms.ts';
import { holidayDays } from '#contract/courses/holiday-ranges.ts';
import type { TermReplace } from '#contract/courses/term-rules.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { listColumns } from '#server/lib/list.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { requireBranches } from '#server/centre/branches/branches.service.ts';
import { cancelOnHolidays, requireClassesInside } from './term-classes.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { bringBack } from './holiday-removal.ts';

/** A term belongs to every branch it names, and to all of them when it names none. */
export const termBranch = ({ branchId }: SignedInUser): SQL =>
  sql`
    (
      cardinality(${academicTermTable.branchIds}) = 0
        or ${branchId}::uuid = any(${academicTermTable.branchIds})
    )`;

/** A term of the branch of `user`; any other is answered as missing. */
export async function readTerm(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
  lock = false,
): Promise<AcademicTerm> {
  const query = db
    .select(listColumns(academicTerms, academicTermTable))
    .from(academicTermTable)
    .where(and(eq(academicTermTable._id, _id), ownBranchOnly(user, termBranch)));
  const [term]: Record<string, unknown>[] = await (lock ? query.for('update') : query);
  if (!term) throw new ApiError('notFound');
  return term as AcademicTerm;
}

/**
 * True if `user` may change a term of these branches: everybody for their own branch alone, any
 * term for those who see all branches.
 */
const isOwn = (user: SignedInUser, branchIds: readonly string[]) =>
  seesAllBranches(user.role) || (branchIds.length === 1 && branchIds[0] === user.branchId);

/** Locks a term for a user who may change it. */
export async function lockTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version?: number,
): Promise<AcademicTerm> {
  const term = await readTerm(tx, user, _id, true);
  if (!isOwn(user, term.branchIds)) throw new ApiError('forbidden');
  if (version !== undefined && term.version !== version) throw new ApiError('versionConflict');
  return term;
}

async function toStored(tx: Tx, user: SignedInUser, input: AcademicTermInput) {
  const branchIds = [...new Set(input.branchIds.map((branchId) => branchId.toLowerCase()))];
  if (!isOwn(user, branchIds)) throw fieldsInvalid({ branchIds: 'branchNotYours' });
  await requireBranches(tx, 'branchIds', branchIds);
  const isOutside = (day: string | null) =>
    day !== null && (day < input.startDate || day > input.endDate);
  for (const [at, { date, until }] of input.holidays.entries()) {
    if (isOutside(date)) throw fieldsInvalid({ [`holidays.${at}.date`]: 'holidayOutside' });
    if (isOutside(until)) throw fieldsInvalid({ [`holidays.${at}.until`]: 'holidayOutside' });
  }
  const holidays = holidayDays(input.holidays);
  return { ...input, branchIds, holidays, search: searchText(input, academicTerms.search) };
}

/** Adds a term as a draft, for which nobody can enrol yet. */
export async function addTerm(
  tx: Tx,
  user: SignedInUser,
  input: AcademicTermInput,
): Promise<WriteResult<AcademicTerm>> {
  const values = await toStored(tx, user, input);
  const [added] = await tx
    .insert(academicTermTable)
    .values({ ...values, status: 'draft' })
    .returning({ _id: academicTermTable._id });
  const answer = await readTerm(tx, user, String(added?._id));
  return {
    answer,
    audit: { action: 'create', entity: academicTerms.name, entityId: answer._id, after: answer },
  };
}

/**
 * Changes a term, unless somebody else did since `version`. Its classes must stay within its days,
 * and no session may lie on a holiday: a new holiday cancels its sessions and a removed one
 * restores them, up to the number that the user confirmed.
 */
export async function replaceTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, confirmedSessions, confirmedReturns, ...input }: TermReplace,
): Promise<WriteResult<AcademicTerm>> {
  const before = await lockTerm(tx, user, _id, version);
  const values = await toStored(tx, user, input);
  await requireClassesInside(tx, before._id, values);
  const oldHolidays = new Set(before.holidays.map(({ date }) => date));
  const cancelled = await cancelOnHolidays(
    tx,
    before._id,
    values.holidays.filter(({ date }) => !oldHolidays.has(date)),
    confirmedSessions,
  );
  const removedHolidays = [...oldHolidays].filter((day) =>
    values.holidays.every(({ date }) => date !== day),
  );
  const returned = await bringBack(tx, before._id, removedHolidays, confirmedReturns);
  await tx
    .update(academicTermTable)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(academicTermTable._id, before._id));
  const answer = await readTerm(tx, user, before._id);
  const audit = {
    action: 'update',
    entity: academicTerms.name,
    entityId: before._id,
    before,
    after: answer,
  };
  return { answer, audit: [audit, ...cancelled, ...returned] };
}
