import { eq, inArray, sql } from 'drizzle-orm';
import { courseFees, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import { caseOf } from '#contract/courses/fee-rules.ts';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { courseFeeTable as table } from '#server/db/tables/catalogue/course-fees.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { pricesInUse, searchOfFee, toStored, usedBy } from './course-fees.service.ts';

type Fee = typeof table.$inferSelect;
type NewFee = CourseFeeInput & { _id: string };

const bumped = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };

/** The versions around a new one: of the same first day, before it, and after it. */
function around(fees: readonly Fee[], { validFrom, ...fee }: NewFee) {
  const ofCase = fees
    .filter((one) => caseOf(one) === caseOf(fee))
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const sameDay = ofCase.find((one) => one.validFrom === validFrom);
  const later = ofCase.find((one) => one.validFrom > validFrom);
  const earlier = ofCase.findLast(
    (one) => one.validFrom < validFrom && (one.validTo === null || one.validTo >= validFrom),
  );
  return { sameDay, later, earlier };
}

/** Adds one price as a version between those of its case; gives the version that it ends. */
async function insertVersion(writer: Writer, fee: NewFee, together: ReadonlySet<string>) {
  const { tx, user, actor } = writer;
  const values = { ...(await toStored(tx, user, fee)), _id: fee._id };
  const { sameDay, later, earlier } = around(await pricesInUse(tx, values.courseId), values);
  const before = sameDay ?? earlier;
  const dayBefore = (day: string) => addDays(day, -1);
  const version = {
    ...values,
    validTo: later ? dayBefore(later.validFrom) : (before?.validTo ?? null),
    seriesId: before?.seriesId ?? later?.seriesId ?? fee._id,
    replacedById: later?._id ?? null,
    search: searchOfFee(values),
  };
  await tx.insert(table).values(version);
  await recordAudits(tx, actor, [
    { action: 'create', entity: courseFees.name, entityId: fee._id, after: version },
  ]);
  if (!before) return;
  const set = {
    ...(sameDay ? { active: false } : { validTo: dayBefore(values.validFrom) }),
    replacedById: fee._id,
  };
  await tx
    .update(table)
    .set({ ...set, ...(!together.has(before._id) && bumped) })
    .where(eq(table._id, before._id));
  await recordAudits(tx, actor, [
    {
      action: 'update',
      entity: courseFees.name,
      entityId: before._id,
      before,
      after: { ...before, ...set },
    },
  ]);
}

/**
 * Adds prices of a file, each as a version of the price for its case: the one before it ends on the
 * day before, and it ends before the one after it.
 */
export async function addFeeVersions(writer: Writer, rows: readonly NewFee[]): Promise<void> {
  const courses = [...new Set(rows.map(({ courseId }) => courseId))];
  await takeLocks(writer.tx, { advisoryKeys: courses.map((courseId) => `fees:${courseId}`) });
  const together = new Set(rows.map(({ _id }) => _id));
  for (const row of rows) await insertVersion(writer, row, together);
}

/** Gives the days of a removed version back to the one before it. */
async function joinBefore(tx: Tx, { _id, validTo, replacedById }: Fee): Promise<void> {
  await tx
    .update(table)
    .set({ validTo, replacedById, active: true })
    .where(eq(table.replacedById, _id));
  await tx.delete(table).where(eq(table._id, _id));
}

/** Removes prices that were just added; throws if one was changed or is asked of anybody. */
export async function removeFeeVersions(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ _id: table._id, version: table.version, usedBy })
    .from(table)
    .where(inArray(table._id, [...ids]));
  if (rows.length < ids.length || rows.some((row) => row.version > 1 || row.usedBy > 0))
    throw new ApiError('importInUse');
  for (const _id of ids) {
    const [now] = await tx.select().from(table).where(eq(table._id, _id));
    if (now) await joinBefore(tx, now);
  }
}
