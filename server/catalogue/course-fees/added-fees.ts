import { eq, inArray, sql } from 'drizzle-orm';
import { courseFees, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import { caseOf } from '#contract/courses/fee-rules.ts';
import type { Tx } from '#server/db/client.ts';
import { courseFeeTable as table } from '#server/db/tables/catalogue/course-fees.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { endBefore, pricesInUse, searchOfFee, toStored, usedBy } from './course-fees.service.ts';

type Fee = typeof table.$inferSelect;
type NewFee = CourseFeeInput & { _id: string };

const bumped = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };

/** Prices that the same file has brought; its versions of one price are one series. */
type OfFile = ReadonlySet<string>;

/** The versions around a new one: of the same first day, before it, and after it. */
function around(fees: readonly Fee[], { validFrom, ...fee }: NewFee, ofFile: OfFile) {
  const ofCase = fees
    .filter((one) => caseOf(one) === caseOf(fee))
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const sameDay = ofCase.find((one) => one.validFrom === validFrom);
  const later = ofCase.find((one) => one.validFrom > validFrom);
  const isGoingOn = ({ validTo }: Fee) => validTo === null || validTo >= validFrom;
  const earlier = ofCase.findLast(
    (one) => one.validFrom < validFrom && (isGoingOn(one) || ofFile.has(one._id)),
  );
  return { sameDay, later, earlier };
}

/** The last day of a new version: its own, else that of the price here whose days it takes. */
function endOf({ validTo }: NewFee, before: Fee | undefined, { ofFile, later }: EndOf) {
  const inherited = before && !ofFile.has(before._id) ? before.validTo : null;
  const end = validTo ?? inherited;
  return later ? endBefore({ validTo: end }, later.validFrom) : end;
}
type EndOf = { ofFile: OfFile; later: Fee | undefined };

/** Adds one price as a version between those of its case; gives the end of the one before it. */
async function insertVersion(writer: Writer, fee: NewFee, ofFile: OfFile) {
  const { tx, user, actor } = writer;
  const values = { ...(await toStored(tx, user, fee)), _id: fee._id };
  const fees = await pricesInUse(tx, values.courseId);
  const { sameDay, later, earlier } = around(fees, values, ofFile);
  const before = sameDay ?? earlier;
  const version = {
    ...values,
    validTo: endOf(values, before, { ofFile, later }),
    seriesId: before?.seriesId ?? later?.seriesId ?? fee._id,
    replacedById: later?._id ?? null,
    search: searchOfFee(values),
  };
  await tx.insert(table).values(version);
  await recordAudits(tx, actor, [
    { action: 'create', entity: courseFees.name, entityId: fee._id, after: version },
  ]);
  if (!before) return undefined;
  const set = {
    ...(sameDay ? { active: false } : { validTo: endBefore(before, values.validFrom) }),
    replacedById: fee._id,
  };
  await tx
    .update(table)
    .set({ ...set, ...(!ofFile.has(before._id) && bumped) })
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
  return { validTo: before.validTo };
}

/** The last days that prices had before versions of a file came behind them, by these versions. */
export type EndsBefore = Map<string, string | null>;

/**
 * Adds prices of a file, each as a version of the price for its case: the one before it ends on the
 * day before, and it ends before the one after it. `earlier` are those that the file has brought
 * already.
 */
export async function addFeeVersions(
  writer: Writer,
  rows: readonly NewFee[],
  earlier: Iterable<string> = [],
): Promise<EndsBefore> {
  const courses = [...new Set(rows.map(({ courseId }) => courseId))];
  await takeLocks(writer.tx, { advisoryKeys: courses.map((courseId) => `fees:${courseId}`) });
  const ofFile = new Set([...earlier, ...rows.map(({ _id }) => _id)]);
  const ends: EndsBefore = new Map();
  for (const row of rows) {
    const before = await insertVersion(writer, row, ofFile);
    if (before) ends.set(row._id, before.validTo);
  }
  return ends;
}

/** Gives the days of a removed version back to the one before it, up to the next one. */
async function joinBefore(tx: Tx, fee: Fee, ends: EndsBefore): Promise<void> {
  const { _id, validFrom, replacedById } = fee;
  const fees = await pricesInUse(tx, fee.courseId);
  const next = fees
    .filter((one) => caseOf(one) === caseOf(fee) && one.validFrom > validFrom)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))[0];
  const end = ends.get(_id);
  const validTo = end === undefined ? fee.validTo : end;
  await tx
    .update(table)
    .set({
      validTo: next ? endBefore({ validTo }, next.validFrom) : validTo,
      replacedById,
      active: true,
    })
    .where(eq(table.replacedById, _id));
  await tx.delete(table).where(eq(table._id, _id));
}

/**
 * Removes prices that were just added; throws if one was changed or is asked of anybody. `ends` are
 * the last days that the prices before them had.
 */
export async function removeFeeVersions(
  tx: Tx,
  ids: readonly string[],
  ends: EndsBefore = new Map(),
): Promise<void> {
  const rows = await tx
    .select({ _id: table._id, version: table.version, usedBy })
    .from(table)
    .where(inArray(table._id, [...ids]));
  if (rows.length < ids.length || rows.some((row) => row.version > 1 || row.usedBy > 0))
    throw new ApiError('importInUse');
  for (const _id of ids) {
    const [now] = await tx.select().from(table).where(eq(table._id, _id));
    if (now) await joinBefore(tx, now, ends);
  }
}
