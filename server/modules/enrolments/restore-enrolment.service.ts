import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { UNDONE, UNDO_MINUTES } from '#contract/enrolling.ts';
import { presentStatuses, type EnrolmentCheck, type EnrolmentRow, type EnrolmentStatus } from '#contract/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { auditTable } from '#server/lib/audit.table.ts';
import { databaseNow } from '#server/lib/database-clock.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/modules/students/student-records.service.ts';
import { lockEnrolments } from './enrolment-changes.service.ts';
import { checkRows } from './enrolment-checks.ts';
import { readEnrolments } from './enrolments.service.ts';
import { enrolmentTable as table } from './enrolments.table.ts';
import { expireHolds } from './expire-holds.ts';

/** What leaving has changed, as it was before. */
const place = z.object({
  status: z.enum(presentStatuses),
  statusReason: z.optional(z.string()),
  endDate: z.optional(z.nullable(z.string())),
  seatHoldUntil: z.optional(z.nullable(z.string())),
  waitPosition: z.optional(z.nullable(z.int())),
});
type Place = z.output<typeof place>;

const left: readonly EnrolmentStatus[] = ['withdrawn', 'cancelled'];
/** What may have come in the way since they left. Their age or level was looked at when they came in. */
const cameSince: readonly EnrolmentCheck[] = ['alreadyInClass', 'sameCourse', 'seats', 'timeClash', 'classEnded'];

/** The place somebody had until their last change; the log of who did what knows it, and no request can make it up. */
async function placeBefore(tx: Tx, { _id, version }: EnrolmentRow): Promise<Place> {
  const isOfChange = and(eq(auditTable.entity, 'enrolments'), eq(auditTable.entityId, _id), sql`${auditTable.after} ->> 'version' = ${String(version)}`);
  const isFresh = gte(auditTable.at, sql`now() - make_interval(mins => ${UNDO_MINUTES}::int)`);
  const [entry] = await tx.select({ before: auditTable.before }).from(auditTable).where(and(isOfChange, isFresh)).orderBy(desc(auditTable._id)).limit(1);
  const before = place.safeParse(entry?.before);
  if (!before.success) throw new ApiError('restoreTooLate');
  const { status, seatHoldUntil = null } = before.data;
  const isEnded = status === 'pending' && seatHoldUntil !== null && Date.parse(seatHoldUntil) <= Date.parse(await databaseNow(tx));
  if (isEnded) throw new ApiError('restoreTooLate');
  return before.data;
}

/** Throws unless the place can be had again as anybody could have it now: no reason takes it past a full class. */
async function passAgain({ tx, user }: Writer, { _id, studentId, classId }: EnrolmentRow, status: Place['status']): Promise<void> {
  const as = status === 'suspended' ? 'active' : status;
  const checked = await checkRows({ db: tx, user }, [{ studentId, classId, as }], { together: false, except: _id });
  const rows = checked.map((row) => ({ ...row, findings: row.findings.filter(({ check }) => cameSince.includes(check)) }));
  const findings = rows.flatMap((row) => row.findings);
  if (findings.length === 0) return;
  throw new ApiError(findings.some(({ check }) => check === 'seats') ? 'seatGone' : 'enrolmentsRefused', { rows });
}

/** Opens the queue again behind those who stood before this one and still do; whoever came later stays behind. */
async function openRanks(tx: Tx, { _id, classId }: EnrolmentRow, last: number): Promise<number> {
  const isWaiting = and(eq(table.classId, classId), eq(table.status, 'waitlisted'));
  const came = sql`(${table.createdAt}, ${table._id}) < (select one.created_at, one.id from enrolments one where one.id = ${_id})`;
  const position = 1 + (await tx.$count(table, and(isWaiting, lt(table.waitPosition, last), came)));
  await tx.update(table).set({ waitPosition: sql`${table.waitPosition} + 1` }).where(and(isWaiting, gte(table.waitPosition, position)));
  return position;
}

/** POST `/enrolments/{id}/restore`: whoever was taken out is back where they were, unless something has come in the way since. */
export async function restoreEnrolment(writer: Writer, _id: string, version: number): Promise<Written<EnrolmentRow>> {
  const { tx, user } = writer;
  const [before] = await lockEnrolments(writer, [_id]);
  if (!before) throw new ApiError('notFound');
  if (before.version !== version || !left.includes(before.status) || before.statusReason === UNDONE) throw new ApiError('enrolmentChanged');
  const { waitPosition, ...was } = await placeBefore(tx, before);
  // An ended hold would still be in the way of the same student in the same class.
  const ended = await expireHolds(tx, { which: and(eq(table.classId, before.classId), eq(table.studentId, before.studentId)) });
  await passAgain(writer, before, was.status);
  const position = was.status === 'waitlisted' ? await openRanks(tx, before, waitPosition ?? 1) : null;
  await tx.update(table).set({ ...was, waitPosition: position, version: version + 1, updatedAt: sql`now()` }).where(eq(table._id, _id));
  const [answer] = await readEnrolments(tx, user, eq(table._id, _id));
  if (!answer) throw new ApiError('notFound');
  return { answer, audit: [...ended, { action: 'update', entity: 'enrolments', entityId: _id, before, after: answer }] };
}
