import { and, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { deviceTable, sessionGapTable } from '#server/db/tables/centre/devices.table.ts';
import { passkeyChallengeTable } from '#server/db/tables/centre/passkeys.table.ts';
import { rememberedDeviceTable } from '#server/db/tables/centre/second-factors.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { enrolmentLeavingTable } from '#server/db/tables/academic/enrolment-leavings.table.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import { endedOrders, lapseOrder } from '#server/ledger/orders/lapse-order.service.ts';
import { forgetOldCells } from '#server/desk/moving-in/forget-cells.ts';
import { removeOldImports } from '#server/desk/moving-in/list-imports.ts';
import { rescueCodeTable } from '#server/db/tables/start/rescue-codes.table.ts';
import { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';
import { forgetSignedPeople } from '#server/centre/approvals/signatures.ts';
import { endSessionsWithoutFactor } from '#server/centre/auth/second-factor.service.ts';
import { SILENCE_HOURS } from '#server/centre/auth/devices.ts';
import { endSlipPictures } from './slip-pictures.ts';
import { removeUnattachedFiles } from './unattached-files.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits, serverActor } from '#server/lib/audit.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';

const TIDY_LOCK = 727_276;
const EVERY_MS = 3600 * 1000;
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/**
 * A day longer than a device keeps a draft, because the draft may ask whether its write was saved.
 */
const ANSWER_DAYS = 8;

/** A device that was not heard for this long is forgotten. */
const DEVICE_DAYS = 90;

/** The most rows of the audit log in one statement. */
const AUDITS_AT_ONCE = 200;

/**
 * Removes expired rows: sessions, remembered devices, challenges of passkeys, answers of writes and
 * files that nothing names after 8 days, import files and the data for undoing a leaving after one
 * day, counts of tries and set-up codes after 30 days, rescue codes that nobody used after a day,
 * silences of devices after 72 hours, and devices and cells of rows that were moved in after 90
 * days; pictures of slips after the months of the settings. Forgets the people in spent signatures.
 * Ends sessions without a second factor that is due. Marks seats whose hold has ended, and lapses
 * orders whose hold has.
 */
export async function tidy(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${TIDY_LOCK}) as mine`,
    );
    // Another process is already doing this.
    if (!rows[0]?.mine) return;
    await tx.delete(sessionTable).where(lt(sessionTable.expiresAt, sql`now()`));
    await endSessionsWithoutFactor(tx);
    await tx.delete(rememberedDeviceTable).where(lt(rememberedDeviceTable.expiresAt, sql`now()`));
    await tx.delete(passkeyChallengeTable).where(lt(passkeyChallengeTable.expiresAt, sql`now()`));
    const gapsEnd = sql`now() - make_interval(hours => ${SILENCE_HOURS}::int)`;
    await tx.delete(sessionGapTable).where(lt(sessionGapTable.until, gapsEnd));
    await tx.delete(deviceTable).where(lt(deviceTable.lastHeardAt, daysAgo(DEVICE_DAYS)));
    await tx.delete(idempotencyTable).where(lt(idempotencyTable.createdAt, daysAgo(ANSWER_DAYS)));
    await tx
      .delete(rescueCodeTable)
      .where(and(isNull(rescueCodeTable.usedAt), lt(rescueCodeTable.expiresAt, daysAgo(1))));
    await tx.delete(setupCodeTable).where(lt(setupCodeTable.createdAt, daysAgo(30)));
    await tx.delete(enrolmentLeavingTable).where(lt(enrolmentLeavingTable.leftAt, daysAgo(1)));
    await removeOldImports(tx);
    await forgetSignedPeople(tx);
    const lastUse = sql`greatest(${signInAttemptTable.lastFailureAt},
      ${signInAttemptTable.lastSuccessAt})`;
    await tx.delete(signInAttemptTable).where(lt(lastUse, daysAgo(30)));
    const ended = await expireHolds(tx, { skipLocked: true });
    for (let at = 0; at < ended.length; at += AUDITS_AT_ONCE)
      await recordAudits(tx, serverActor, ended.slice(at, at + AUDITS_AT_ONCE));
  });
  await removeUnattachedFiles(db);
  await forgetOldCells(db);
  await lapseEnded(db);
  await endSlipPictures(db);
}

/**
 * Lapses each order in a transaction of its own. In a branch whose day is closed, the run of the
 * next day does it.
 */
async function lapseEnded(db: Db): Promise<void> {
  for (const orderId of await endedOrders(db)) {
    await lapseOrder(db, orderId).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'dayClosed')) throw error;
    });
  }
}

/** Tidies at the start and every hour, until the app closes. */
export function keepTidy(app: FastifyInstance, db: Db): void {
  const run = () => {
    tidy(db).catch((error: unknown) => app.log.error({ err: error }, 'tidying failed'));
  };
  app.addHook('onListen', async () => run());
  const timer = setInterval(run, EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
