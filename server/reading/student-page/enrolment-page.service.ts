import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { dayInLaos } from '#contract/dates.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import { sessionsAhead } from '#server/academic/enrolments/sessions-ahead.ts';
import { readLeaving } from '#server/desk/enrolment-changes/withdraw.service.ts';
import { openTransferOf } from '#server/academic/enrolments/open-transfers.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { changesOf } from './place-changes.ts';
import { placeClasses } from './place-class.ts';
import { countMarks, marksOf, earlierPlaces, resultOf, scoresOfPlaces } from './place-marks.ts';
import { linesOfPlace, ordersOfLines, refundsOf } from './place-money.ts';
import { readPerson } from './student-person.ts';

type OtherPlace = NonNullable<EnrolmentPage['transferFrom']>;

/**
 * The enrolments joined to this one by a transfer; for those of another branch only the fact that
 * they exist.
 */
async function otherPlaces(
  db: Db,
  user: SignedInUser,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => OtherPlace | null> {
  const enrolmentIds = ids.flatMap((id) => id ?? []);
  const { _id, branchId, startDate, endDate, classId } = enrolmentTable;
  const rows =
    enrolmentIds.length === 0
      ? []
      : await db
          .select({
            _id,
            classCode: classTable.classCode,
            branchId,
            status: statusNow,
            startDate,
            endDate,
          })
          .from(enrolmentTable)
          .innerJoin(classTable, eq(classTable._id, classId))
          .where(inArray(_id, enrolmentIds));
  return (id) => {
    const place = rows.find((row) => row._id === id);
    if (!place) return null;
    const { _id: enrolmentId, ...row } = place;
    return {
      ...row,
      enrolmentId:
        seesAllBranches(user.role) || row.branchId === user.branchId ? enrolmentId : null,
    };
  };
}

/** The agreed fee, and the user who enrolled the student. */
async function agreedOf(db: Db, _id: string) {
  const { feeId, enrolledById } = enrolmentTable;
  const fields = {
    feeName: sql<string>`coalesce(${courseFeeTable.name}, '')`,
    feeCategory: sql<string>`coalesce(${courseFeeTable.priceCategory}, '')`,
    enrolledBy: nameOfUser(enrolledById),
  };
  const [row] = await db
    .select(fields)
    .from(enrolmentTable)
    .leftJoin(courseFeeTable, eq(courseFeeTable._id, feeId))
    .where(eq(enrolmentTable._id, _id));
  return row ?? { feeName: '', feeCategory: '', enrolledBy: '' };
}

/** The value left if the enrolment ended today, where that applies. */
async function leftOfPlace(
  db: Db,
  user: SignedInUser,
  row: Pick<EnrolmentPage, '_id' | 'status' | 'classId' | 'startDate'>,
): Promise<EnrolmentPage['left']> {
  if (row.status !== 'active' && row.status !== 'suspended') return null;
  const { lines, refundPolicy: _policy, ...sums } = await readLeaving(db, user, row, dayInLaos());
  return lines.length === 0 ? null : sums;
}

const ownFields = Object.keys(
  getTableColumns(enrolmentTable),
) as (keyof typeof enrolmentTable.$inferSelect)[];

/** GET `/enrolments/{id}/page`; an enrolment of another branch is answered as missing. */
export async function readEnrolmentPage(
  db: Db,
  user: SignedInUser,
  _id: string,
): Promise<EnrolmentPage> {
  const [row] = await readEnrolments(db, user, eq(enrolmentTable._id, _id));
  if (!row) throw new ApiError('notFound');
  const place = (await placeClasses(db, [row.classId])).get(row.classId);
  if (!place) throw new ApiError('notFound');
  const chain = await earlierPlaces(db, _id);
  const [marks, scores, lines] = [
    await marksOf(db, chain),
    await scoresOfPlaces(db, chain),
    await linesOfPlace(db, _id),
  ];
  const otherOf = await otherPlaces(db, user, [row.transferFromId, row.transferToId]);
  const own = Object.fromEntries(
    ownFields.map((field) => [field, row[field]]),
  ) as typeof enrolmentTable.$inferSelect;
  return {
    ...own,
    student: await readPerson(db, row.studentId),
    place,
    ...(await agreedOf(db, _id)),
    lines,
    orders: await ordersOfLines(db, lines),
    refundRequests: await refundsOf(db, _id),
    left: await leftOfPlace(db, user, row),
    ahead: await sessionsAhead(db, row.classId),
    attendance: countMarks(marks.filter(({ isEarlier }) => !isEarlier)),
    marks,
    scores,
    result: await resultOf(db, _id),
    transferFrom: otherOf(row.transferFromId),
    transferTo: otherOf(row.transferToId),
    openTransfer: await openTransferOf(db, _id),
    changes: await changesOf(db, _id),
  };
}
