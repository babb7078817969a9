import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { removeRecords } from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { beginEnrolments, lastInQueue, type NewEnrolment } from './record-enrolments.ts';

/** Adds places that people had before BranchDesk; those who wait keep the order of the file. */
export async function addMovedPlaces(writer: Writer, values: NewEnrolment[]): Promise<void> {
  if (values.length === 0) return;
  const waiting = values.filter(({ status }) => status === 'waitlisted');
  const last = await lastInQueue(writer.tx, [...new Set(waiting.map(({ classId }) => classId))]);
  const placed = values.map((value) => {
    if (value.status !== 'waitlisted') return value;
    const waitPosition = (last.get(value.classId) ?? 0) + 1;
    last.set(value.classId, waitPosition);
    return { ...value, waitPosition };
  });
  const { audit } = await beginEnrolments(writer.tx, placed, 'move');
  await recordAudits(writer.tx, writer.actor, audit);
}

/** The agreed prices of places from before BranchDesk, once their money is moved in. */
export async function priceOpenings(
  tx: Tx,
  places: readonly (Pick<NewEnrolment, 'price' | 'currency'> & { placeId: string })[],
): Promise<void> {
  await tx.execute(sql`
    update ${enrolmentTable} place
    set price = agreed.price, currency = agreed.currency, no_charge_reason = ''
    from json_to_recordset(${JSON.stringify(places)})
      as agreed ("placeId" uuid, price bigint, currency text)
    where place.id = agreed."placeId"`);
}

/** Takes the agreed price off places whose opening money was taken back. */
export async function unpriceOpenings(
  tx: Tx,
  ids: readonly string[],
  noChargeReason: string,
): Promise<void> {
  await tx
    .update(enrolmentTable)
    .set({ price: 0, currency: 'LAK', noChargeReason })
    .where(inArray(enrolmentTable._id, [...ids]));
}

/**
 * Removes places of a move with their states. A place that somebody has changed since keeps all of
 * them, and the database refuses a place with money.
 */
export async function removeMovedPlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  const states = enrolmentStateTable;
  const own = inArray(states.enrolmentId, [...ids]);
  if ((await tx.$count(states, and(own, ne(states.source, 'move')))) > 0)
    throw new ApiError('importInUse');
  await tx.execute(sql`select set_config('branchdesk.undoing_move', 'on', true)`);
  await tx.delete(states).where(own);
  await removeRecords(tx, enrolmentTable, ids);
  await tx.execute(sql`select set_config('branchdesk.undoing_move', '', true)`);
}
