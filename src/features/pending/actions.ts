import type { CheckedRow, Finding } from '#contract/classes/enrolling.ts';
import { enrolments, type EnrolmentRow } from '#contract/classes/enrolments.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { PendingHold, PendingPlace } from '#contract/classes/pending.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency, type SaveResult } from '#src/lib/request/save.ts';

/** One write for one row, with the name that messages use for it. */
export type PendingAct = { name: string; write: (key: string) => Promise<unknown> };
/** The reason why a write failed. */
export type RefusedAct = { name: string; text: string; findings: readonly Finding[] };

type Changed = Pick<PendingPlace, 'enrolmentId' | 'version'>;
const change =
  ({ enrolmentId, version }: Changed, body: object) =>
  (key: string) =>
    api.post<EnrolmentRow>(
      `${enrolments.path}/${enrolmentId}/change`,
      { version, ...body },
      { ...withIdempotency(key), quiet: true },
    );
const ofOrder = (orderId: string, part: string, body: object) => (key: string) =>
  api.post(`${ordersList.path}/${orderId}/${part}`, body, { ...withIdempotency(key), quiet: true });

/** Holds a seat for a student on the waiting list. */
export const offer = (place: Changed, body: { overrideReason: string; acceptWarnings: boolean }) =>
  change(place, { change: 'offer', ...body });

/**
 * Extends a hold by its full length from now. Warnings are accepted, because they were shown before
 * the first hold.
 */
export function prolong({
  orderId,
  places: [place],
}: Pick<PendingHold, 'orderId' | 'places'>): PendingAct['write'] {
  if (orderId !== null) return ofOrder(orderId, 'prolong', { reason: '' });
  return change(place ?? { enrolmentId: '', version: 0 }, {
    change: 'renewHold',
    acceptWarnings: true,
  });
}

/** Ends a hold without money: with its order, or the seat alone. */
export function cancel(
  { orderId, places: [place] }: Pick<PendingHold, 'orderId' | 'places'>,
  reason: string,
): PendingAct['write'] {
  if (orderId !== null) return ofOrder(orderId, 'void', { reason });
  return change(place ?? { enrolmentId: '', version: 0 }, { change: 'cancel', reason });
}

/** Removes a student from a waiting list. */
export const takeOffWaitingList = (place: Changed, reason: string) =>
  change(place, { change: 'cancel', reason });

/**
 * Sends the writes one after the other, so that each sees the effect of the one before. Returns
 * those that failed.
 */
export async function runAll(actions: readonly PendingAct[]): Promise<RefusedAct[]> {
  const refused: RefusedAct[] = [];
  for (const { name, write } of actions) {
    let findings: readonly Finding[] = [];
    const result: SaveResult<unknown> = await saveOnce((key) =>
      write(key).catch((error: unknown) => {
        if (error instanceof ApiError)
          findings = ((error.body.rows ?? []) as CheckedRow[])[0]?.findings ?? [];
        throw error;
      }),
    );
    if (result.outcome !== 'saved') refused.push({ name, text: failureText(result), findings });
  }
  return refused;
}
