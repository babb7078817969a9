import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { fold } from '#contract/words/normalise.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import {
  transferTabs,
  type ClassTransferStatus,
  type TransferTab,
} from '#contract/classes/transfer-kinds.ts';
import type {
  TransferRow,
  transferCountsQuery,
  transfersQuery,
} from '#contract/classes/transfers.ts';
import type { TransferSide } from '#contract/classes/transfer-preview.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { matches } from '#server/db/search-text.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { transferTable as table } from '#server/db/tables/desk/transfers.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/** Both branches see a request. */
export const eitherBranchOfClassTransfer = (branchId: string): SQL =>
  sql`(${or(eq(table.fromBranchId, branchId), eq(table.toBranchId, branchId))})`;
export const classTransferBranch = ({ branchId }: SignedInUser): SQL =>
  eitherBranchOfClassTransfer(branchId);

const isOpen = sql`(transfer_requests.status = 'open'
  and transfer_requests.hold_until > clock_timestamp())`;
const isSame = sql`transfer_requests.from_branch_id = transfer_requests.to_branch_id`;
/** The status by the clock: a request ends on time, even if its end is written later. */
export const transferStatusNow = sql<ClassTransferStatus>`(case when transfer_requests.status = 'open'
  and transfer_requests.hold_until <= clock_timestamp() then 'expired'
  else transfer_requests.status end)`;

/** True while an open request waits for this side; within one branch only one side decides. */
const waitsFor: Record<TransferSide, SQL> = {
  from: sql`(${isOpen} and transfer_requests.from_approved_at is null)`,
  to: sql`(${isOpen} and transfer_requests.to_approved_at is null and not ${isSame})`,
};
const branchOf: Record<TransferSide, SQL> = {
  from: sql`transfer_requests.from_branch_id`,
  to: sql`transfer_requests.to_branch_id`,
};

/** The sides that wait, of one branch or of all. */
const waitsAt = (side: TransferSide, branchId: string | null) =>
  branchId === null
    ? waitsFor[side]
    : sql`(${waitsFor[side]} and ${branchOf[side]} = ${branchId}::uuid)`;
const sidesOf = (branchId: string | null) =>
  sql<
    TransferSide[]
  >`to_json(array_remove(array[case when ${waitsAt('from', branchId)} then 'from' end,
    case when ${waitsAt('to', branchId)} then 'to' end]::text[], null))`;

const classOf = (place: SQL) => sql<TransferRow['from']>`(
  select json_build_object('enrolmentId', place.id,
    'status',
      case when place.status = 'pending'
        and place.seat_hold_until <= clock_timestamp() then 'expired' else place.status end,
    'classId', class.id, 'classCode', class.class_code, 'courseCode', course.code, 'courseNameEn',
    course.name_en, 'courseNameLo', course.name_lo,
    'branchId', branch.id, 'branchCode', branch.code, 'branchName', branch.branch_name,
    'branchNameLo', branch.branch_name_lo)
  from ${enrolmentTable} place
  join ${classTable} class on class.id = place.class_id
  join ${courseTable} course on course.id = class.course_id
  join ${branchTable} branch on branch.id = class.branch_id
  where place.id = ${place})`;

const studentField = (column: string) =>
  sql<string>`(
    select student.${sql.raw(column)} from ${enrolmentTable} place
    join ${studentTable} student on student.id = place.student_id
    where place.id = transfer_requests.enrolment_id)`;

const stampOf = (column: string) =>
  `to_char(transfer_requests.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const approval = (
  side: TransferSide,
) => sql`case when ${sql.raw(`transfer_requests.${side}_approved_at`)} is null then null
  else json_build_object(
  'by',
    coalesce((
      select person.first_name || ' ' || person.last_name from ${userTable} person
      where person.id = ${sql.raw(`transfer_requests.${side}_approved_by_id`)}), ''),
    'at', ${sql.raw(stampOf(`${side}_approved_at`))}) end`;

export const transferFields = {
  studentId: studentField('id'),
  studentCode: studentField('student_code'),
  firstName: studentField('first_name'),
  lastName: studentField('last_name'),
  firstNameEn: studentField('first_name_en'),
  lastNameEn: studentField('last_name_en'),
  nickname: studentField('nickname'),
  from: classOf(sql`transfer_requests.enrolment_id`),
  to: classOf(sql`transfer_requests.to_enrolment_id`),
  status: transferStatusNow,
  askedBy: nameOfUser(table.askedById),
  approvals: sql<
    TransferRow['approvals']
  >`json_build_object('from', ${approval('from')}, 'to', ${approval('to')})`,
  endedBy: nameOfUser(table.endedById),
  endedAt: sql<
    string | null
  >`(case when ${transferStatusNow} = 'expired' then ${sql.raw(stampOf('hold_until'))}
    else ${sql.raw(stampOf('ended_at'))} end)`,
  waitsFor: sidesOf(null),
};

const NOBODY = sql<TransferSide[]>`'[]'::json`;

/** The steps that the user may take with a request. */
export function transferFieldsFor(user: SignedInUser) {
  const here = seesAllBranches(user.role) ? null : user.branchId;
  const isAsker = here === null ? sql`true` : sql`transfer_requests.from_branch_id = ${here}::uuid`;
  return {
    mayDecide: can(user, 'transfers:decide') ? sidesOf(here) : NOBODY,
    mayCancel: can(user, 'transfers:write')
      ? sql<boolean>`(${isOpen} and ${isAsker})`
      : sql<boolean>`false`,
  };
}

/** The branch whose decisions are searched; null for a person who works in all of them. */
const branchHere = (user: SignedInUser, branchId: string | undefined) =>
  seesAllBranches(user.role) ? (branchId ?? null) : user.branchId;

function inTab(tab: TransferTab, here: string | null): SQL | undefined {
  const isMine = sql`(${waitsAt('from', here)} or ${waitsAt('to', here)})`;
  const tabs: Record<TransferTab, SQL | undefined> = {
    mine: isMine,
    otherBranch: sql`(${isOpen} and not ${isMine})`,
    done: sql`${transferStatusNow} = 'done'`,
    refused: sql`${transferStatusNow} in ('refused', 'cancelled', 'expired')`,
    all: undefined,
  };
  return tabs[tab];
}

type Filter = Pick<
  z.output<typeof transfersQuery>,
  'tab' | 'branchId' | 'studentId' | 'enrolmentId' | 'classId' | 'reasonCode' | 'minDays'
>;

/** A condition on either of the two places. */
const onPlaces = (column: string, id: string) =>
  sql`exists (
    select from ${enrolmentTable} place
    where place.id in (transfer_requests.enrolment_id, transfer_requests.to_enrolment_id)
      and place.${sql.raw(column)} = ${id}::uuid)`;

export function transferFilter(
  { tab, branchId, studentId, enrolmentId, classId, reasonCode, minDays }: Filter,
  user: SignedInUser,
): SQL | undefined {
  return and(
    inTab(tab, branchHere(user, branchId)),
    branchId === undefined ? undefined : eitherBranchOfClassTransfer(branchId),
    studentId === undefined ? undefined : onPlaces('student_id', studentId),
    enrolmentId === undefined ? undefined : onPlaces('id', enrolmentId),
    classId === undefined ? undefined : onPlaces('class_id', classId),
    reasonCode && eq(table.reasonCode, reasonCode),
    minDays === undefined
      ? undefined
      : sql`${table.askedAt} <= clock_timestamp() - make_interval(days => ${minDays}::int)`,
  );
}

/** Finds requests about students that match a text. */
export function findTransfers(search: string): SQL | undefined {
  if (fold(search) === '') return undefined;
  return sql`${table.enrolmentId} in (
    select place.id from ${enrolmentTable} place
    where place.student_id in (
      select ${studentTable._id} from ${studentTable}
      where ${matches(studentTable.search, search)}))`;
}

/** The number of requests in each tab. */
export async function countTransfers(
  db: Db,
  user: SignedInUser,
  { branchId }: z.output<typeof transferCountsQuery>,
): Promise<Record<TransferTab, number>> {
  const own = and(
    ownBranchOnly(user, classTransferBranch),
    branchId === undefined ? undefined : eitherBranchOfClassTransfer(branchId),
  );
  const counts = await Promise.all(
    transferTabs.map(
      async (tab) =>
        [tab, await db.$count(table, and(own, inTab(tab, branchHere(user, branchId))))] as const,
    ),
  );
  return Object.fromEntries(counts) as Record<TransferTab, number>;
}

export type StoredTransfer = typeof table.$inferSelect;

/** A request that `user` may see, as it is stored. */
export async function findTransfer(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<StoredTransfer> {
  const [found] = await db
    .select()
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, classTransferBranch)));
  if (!found) throw new ApiError('notFound');
  return found;
}

/** The same as a row of the list. */
export async function readTransferRow(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<TransferRow> {
  const {
    effectiveDate,
    reasonCode,
    reason,
    keepDiscounts,
    differenceLAK,
    waives,
    waiveReason,
    holdUntil,
    askedAt,
    endReason,
    version,
  } = table;
  const fields = {
    _id: table._id,
    effectiveDate,
    reasonCode,
    reason,
    keepDiscounts,
    differenceLAK,
    waives,
    waiveReason,
    holdUntil,
    askedAt,
    endReason,
    version,
    ...transferFields,
    ...transferFieldsFor(user),
  };
  const [found] = await db
    .select(fields)
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, classTransferBranch)));
  if (!found) throw new ApiError('notFound');
  return found;
}
