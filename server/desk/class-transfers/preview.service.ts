import { and, asc, eq, getTableColumns, gte, inArray, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type {
  TransferPreview,
  TransferTarget,
  TransferTargets,
  transferPreviewQuery,
  transferTargetsQuery,
} from '#contract/classes/transfer-preview.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { seatsTaken, waitingCount } from '#server/academic/classes/seats.ts';
import type { LeavingLine } from '#server/ledger/orders/leaving.ts';
import { sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { debtOf } from '#server/ledger/orders/payer-account.ts';
import {
  type OldPlace,
  transferHoldUntil,
  ordersOf,
  payerOfOrders,
  readClassTimes,
  readPlace,
  readTarget,
  startIn,
} from './transfer-facts.ts';
import {
  checkDay,
  isDirectMove,
  requireMovable,
  sidesDecidedBy,
  sidesOf,
  transferFindings,
} from './transfer-rules.ts';
import {
  transferDifference,
  linesLeft,
  loadSources,
  priceIn,
  priceTransfer,
  sumsOfTransfer,
  tellsOrderTo,
} from './transfer-sums.ts';

/** GET `/transfers/preview`: previews a transfer; nothing is held. */
export async function previewTransfer(
  db: Db,
  user: SignedInUser,
  {
    enrolmentId,
    toClassId,
    effectiveDate: asked,
    keepDiscounts,
  }: z.output<typeof transferPreviewQuery>,
): Promise<TransferPreview> {
  const now = await transactionNow(db);
  const today = dayInLaos(Date.parse(now));
  const effectiveDate = asked ?? today;
  const place = await readPlace(db, user, enrolmentId);
  const target = await readTarget(db, toClassId);
  if (target._id === place.classId) throw fieldsInvalid({ toClassId: 'otherClass' });
  const orders = await ordersOf(db, place._id);
  requireMovable(place, orders);
  await checkDay(db, { place, target, effectiveDate, today });
  const priced = await priceTransfer(
    db,
    orders,
    { place, toClassId: target._id, effectiveDate, keepDiscounts: keepDiscounts === 'true' },
    now,
  );
  const payer = await payerOfOrders(
    db,
    priced.lines.map((line) => line.locked),
  );
  const findings =
    (
      await transferFindings(db, user, {
        studentId: place.studentId,
        classIds: [target._id],
        placeId: place._id,
      })
    ).get(target._id) ?? [];
  const branches = { fromBranchId: place.branchId, toBranchId: target.branchId };
  const [sides, isDirect] = [
    sidesOf(branches),
    isDirectMove(place, target, transferDifference(priced)),
  ];
  return {
    effectiveDate,
    lastDay: addDays(effectiveDate, -1),
    startDate: startIn(target, effectiveDate),
    sums: sumsOfTransfer(priced, { effectiveDate, tellsOrder: tellsOrderTo(user) }),
    capacity: target.capacity,
    seatsTaken: target.seatsTaken,
    waiting: target.waiting,
    findings,
    debtLAK: await debtOf(db, payer),
    holdUntil: transferHoldUntil(target, effectiveDate, now),
    sides,
    isDirect,
    mayExecute: isDirect || sidesDecidedBy(user, branches).length === sides.length,
  };
}

type Query = z.output<typeof transferTargetsQuery>;

/** Classes of a branch that accept students on that day, without the old one. */
function readTargets(
  db: Db,
  place: OldPlace,
  { branchId, day, sameCourse }: { branchId: string; day: string; sameCourse: boolean },
) {
  const { classCode, courseId, startDate, endDate, capacity } = classTable;
  const where = and(
    eq(classTable.branchId, branchId),
    inArray(classTable.status, [...enrollingStatuses]),
    gte(endDate, day),
    ne(classTable._id, place.classId),
    sameCourse ? eq(courseId, place.courseId) : undefined,
  );
  return db
    .select({
      classId: classTable._id,
      classCode,
      courseId,
      courseCode: courseTable.code,
      courseNameEn: courseTable.nameEn,
      courseNameLo: courseTable.nameLo,
      branchId: classTable.branchId,
      startDate,
      endDate,
      capacity,
      seatsTaken,
      waiting: waitingCount,
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, courseId))
    .where(where)
    .orderBy(asc(classCode));
}

/** The first meeting of each class from a day on. */
async function firstMeetings(
  db: Db,
  classIds: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, string>> {
  if (classIds.length === 0) return new Map();
  const { classId, date, status } = getTableColumns(classSessionTable);
  const rows = await db
    .selectDistinctOn([classId], { classId, date })
    .from(classSessionTable)
    .where(
      and(inArray(classId, [...classIds]), gte(date, from), inArray(status, ['scheduled', 'held'])),
    )
    .orderBy(classId, date);
  return new Map(rows.map((row) => [row.classId, row.date]));
}

/** GET `/transfers/targets`: the classes to choose from, each with seats, checks and price. */
export async function readTransferTargets(
  db: Db,
  user: SignedInUser,
  { enrolmentId, branchId, effectiveDate: asked, keepDiscounts, sameCourse }: Query,
): Promise<TransferTargets> {
  const asOf = await transactionNow(db);
  const effectiveDate = asked ?? dayInLaos(Date.parse(asOf));
  const place = await readPlace(db, user, enrolmentId);
  const orders = await ordersOf(db, place._id);
  requireMovable(place, orders);
  const lines: LeavingLine[] = await linesLeft(db, orders, { place, effectiveDate });
  if (lines.length === 0) throw new ApiError('transferNothingLeft');
  const valueLAK = sumOfAll(lines.map((line) => line.valueLAK));
  const rows = await readTargets(db, place, {
    branchId: branchId ?? place.branchId,
    day: effectiveDate,
    sameCourse: sameCourse === 'true',
  });
  const classIds = rows.map(({ classId }) => classId);
  const findings = await transferFindings(db, user, {
    studentId: place.studentId,
    classIds,
    placeId: place._id,
  });
  const sources = await loadSources(db, { place, classIds, now: asOf });
  const times = await readClassTimes(db, user, classIds);
  const first = await firstMeetings(db, classIds, effectiveDate);
  const targets = rows.map((row): TransferTarget => {
    const moved = priceIn(
      lines,
      { place, toClassId: row.classId, effectiveDate, keepDiscounts: keepDiscounts === 'true' },
      sources,
    );
    const isPriced = !('problem' in moved) && moved.length > 0;
    const newLAK = isPriced ? sumOfAll(moved.map(({ netLAK }) => netLAK)) : null;
    const sessions = isPriced ? sumOfAll(moved.map((one) => one.sessions)) : 0;
    return {
      ...row,
      ...times(row.classId),
      findings: findings.get(row.classId) ?? [],
      newLAK,
      differenceLAK: newLAK === null ? null : newLAK - valueLAK,
      sessions,
      firstOn: first.get(row.classId) ?? null,
      problem: 'problem' in moved ? moved.problem : null,
    };
  });
  return { asOf, valueLAK, targets };
}
