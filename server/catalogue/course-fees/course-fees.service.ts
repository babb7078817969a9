import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { courseFees, type CourseFee, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import { isNewVersion, overlapping, replacedFrom } from '#contract/courses/fee-rules.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { listColumns } from '#server/lib/list.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { searchText } from '#server/db/search-text.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { requireBranches } from '#server/centre/branches/branches.service.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { feeInWords } from './fee-in-words.ts';

const table = courseFeeTable;

/** Selects the prices of the user's branch and those of all branches. */
export const feeBranch = ({ branchId }: SignedInUser): SQL =>
  or(isNull(table.branchId), eq(table.branchId, branchId)) ?? sql`false`;

/**
 * The number of records with this price: enrolments and classes, or the lines of orders if it has
 * only these, as a registration fee or the fee of a changed enrolment. Figures read the basis of a
 * fee that was sold, so it must not change. The columns are written out, because drizzle drops the
 * table's name in a query of one table.
 */
export const usedBy = sql<number>`
  coalesce(
    nullif(
      (select count(*) from ${enrolmentTable} as used where used.fee_id = ${table}.id)
        + (select count(*) from ${classTable} as used where used.fee_id = ${table}.id), 0),
    (select count(*) from ${orderLineTable} as sold where sold.fee_id = ${table}.id))::int`;

/** A price that `user` may see; any other is answered as missing. */
export async function findFee(db: Db | Tx, user: SignedInUser, _id: string): Promise<CourseFee> {
  const [fee] = await db
    .select({ ...listColumns(courseFees, table), usedBy })
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, feeBranch)));
  if (!fee) throw new ApiError('notFound');
  return fee as CourseFee;
}

/**
 * The stored form of the input; throws if it refers to a missing record or a branch for which
 * `user` may not write prices.
 */
export async function toStored(
  tx: Tx,
  user: SignedInUser,
  input: CourseFeeInput,
): Promise<CourseFeeInput> {
  const [courseId, branchId, termId] = [
    input.courseId.toLowerCase(),
    input.branchId?.toLowerCase() ?? null,
    input.termId?.toLowerCase() ?? null,
  ];
  if (!seesAllBranches(user.role) && branchId !== user.branchId)
    throw fieldsInvalid({ branchId: 'branchNotYours' });
  if (branchId !== null) await requireBranches(tx, 'branchId', [branchId]);
  if ((await tx.$count(courseTable, eq(courseTable._id, courseId))) === 0)
    throw fieldsInvalid({ courseId: 'courseUnknown' });
  if (termId !== null) {
    const [term] = await tx
      .select({ branchIds: academicTermTable.branchIds })
      .from(academicTermTable)
      .where(eq(academicTermTable._id, termId));
    const isOfBranch =
      term &&
      (term.branchIds.length === 0 || (branchId !== null && term.branchIds.includes(branchId)));
    if (!isOfBranch) throw fieldsInvalid({ termId: 'termUnknown' });
  }
  return { ...input, courseId, branchId, termId };
}

export const pricesInUse = (tx: Tx, courseId: string) =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.courseId, courseId), eq(table.active, true)));

/**
 * Refuses a second price for the same case and day, with the first one in the error. A lock lets
 * one writer at a time change the prices of a course.
 */
async function refuseOverlap(tx: Tx, fee: CourseFeeInput, exceptId?: string): Promise<void> {
  const other = overlapping(fee, await pricesInUse(tx, fee.courseId), exceptId);
  if (other) throw new ApiError('feeOverlaps', { n: feeInWords(other) });
}

export const searchOfFee = (fee: CourseFeeInput) => searchText(fee, courseFees.search);
const entity = courseFees.name;

/**
 * Adds a price. It is the first version of its series, or the next version of a price for the same
 * case if it begins in the future: desks sell at the old one until then.
 */
export async function addFee(
  tx: Tx,
  user: SignedInUser,
  input: CourseFeeInput,
): Promise<WriteResult<CourseFee>> {
  const values = await toStored(tx, user, input);
  await takeLocks(tx, { advisoryKeys: [`fees:${values.courseId}`] });
  const old = replacedFrom(values, await pricesInUse(tx, values.courseId), await todayInLaos(tx));
  if (old) return addSuccessor(tx, user, await findFee(tx, user, old._id), values);
  await refuseOverlap(tx, values);
  const _id = uuidv7();
  await tx.insert(table).values({ ...values, _id, seriesId: _id, search: searchOfFee(values) });
  const answer = await findFee(tx, user, _id);
  return { answer, audit: { action: 'create', entity, entityId: _id, after: answer } };
}

const changed = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };

/** The end of a price that another one follows: the day before, or its own end if earlier. */
export function endBefore({ validTo }: Pick<CourseFee, 'validTo'>, from: string): string {
  const dayBefore = addDays(from, -1);
  return validTo !== null && validTo < dayBefore ? validTo : dayBefore;
}

/**
 * Adds the next version of a price. The old one ends on the day before, or is never valid if the
 * new one begins as early.
 */
async function addSuccessor(
  tx: Tx,
  user: SignedInUser,
  before: CourseFee,
  values: CourseFeeInput,
): Promise<WriteResult<CourseFee>> {
  const isFollowing = values.validFrom > before.validFrom;
  const validTo = endBefore(before, values.validFrom);
  const _id = uuidv7();
  await tx
    .update(table)
    .set({ ...changed, ...(isFollowing ? { validTo } : { active: false }) })
    .where(eq(table._id, before._id));
  await refuseOverlap(tx, values);
  await tx
    .insert(table)
    .values({ ...values, _id, seriesId: before.seriesId, search: searchOfFee(values) });
  await tx.update(table).set({ replacedById: _id }).where(eq(table._id, before._id));
  const answer = await findFee(tx, user, _id);
  const after = await findFee(tx, user, before._id);
  const audit = [
    { action: 'update', entity, entityId: before._id, before, after },
    { action: 'create', entity, entityId: _id, after: answer },
  ];
  return { answer, audit };
}

/**
 * Moves the end of the version before one that is changed in place, so that there is neither a day
 * without a price nor one with two. A version that is put out of use before its first day gives its
 * time back to the one before it.
 */
async function moveEndBefore(
  tx: Tx,
  user: SignedInUser,
  before: CourseFee,
  values: CourseFeeInput,
): Promise<AuditEntry[]> {
  const isWithdrawn = before.active && !values.active && before.validFrom > (await todayInLaos(tx));
  const isMoved = values.active && values.validFrom !== before.validFrom;
  const [found] = await tx
    .select({ _id: table._id })
    .from(table)
    .where(eq(table.replacedById, before._id));
  if (!found || !(isWithdrawn || isMoved)) return [];
  const old = await findFee(tx, user, found._id);
  // Its end is the one that the change before has set, unless it ended earlier by itself.
  const wasCut = !old.active || old.validTo === addDays(before.validFrom, -1);
  const ends = (validTo: string | null) => ({
    active: true,
    validTo: wasCut ? validTo : old.validTo,
  });
  const following = values.validFrom > old.validFrom;
  const set = isWithdrawn
    ? { ...ends(values.validTo), replacedById: null }
    : following
      ? { active: true, validTo: endBefore(ends(null), values.validFrom) }
      : { active: false };
  await tx
    .update(table)
    .set({ ...set, ...changed })
    .where(eq(table._id, old._id));
  const after = await findFee(tx, user, old._id);
  return [{ action: 'update', entity, entityId: old._id, before: old, after }];
}

/**
 * Changes a price that nobody has yet, and the end of any price; otherwise adds a new version and
 * returns that one.
 */
export async function replaceFee(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, ...input }: CourseFeeInput & { version: number },
): Promise<WriteResult<CourseFee>> {
  const unlocked = await findFee(tx, user, _id);
  if (!seesAllBranches(user.role) && unlocked.branchId !== user.branchId)
    throw new ApiError('forbidden');
  const values = await toStored(tx, user, input);
  await takeLocks(tx, { advisoryKeys: [`fees:${unlocked.courseId}`, `fees:${values.courseId}`] });
  // An enrolment refers to the row and waits for this lock; earlier ones are counted below.
  await tx.select({ _id: table._id }).from(table).where(eq(table._id, _id)).for('update');
  const before = await findFee(tx, user, _id);
  if (before.version !== version) throw new ApiError('versionConflict');
  if (before.replacedById !== null) throw new ApiError('feeReplaced');
  if (isNewVersion(before, values, await todayInLaos(tx)))
    return addSuccessor(tx, user, before, values);
  await tx
    .update(table)
    .set({ ...values, search: searchOfFee(values), ...changed })
    .where(eq(table._id, before._id));
  const moved = await moveEndBefore(tx, user, before, values);
  await refuseOverlap(tx, values, before._id);
  const answer = await findFee(tx, user, before._id);
  const own = { action: 'update', entity, entityId: before._id, before, after: answer };
  return { answer, audit: [own, ...moved] };
}
