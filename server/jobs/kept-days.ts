import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { isNightInLaos } from '#server/lib/database-clock.ts';
import { keepPaymentSums } from '#server/ledger/payments/keep-payment-sums.ts';
import { keepPastDays } from '#server/ledger/figures/keep-days.ts';

// docs/figures.md, "Kept days".

const EVERY_MS = 3600 * 1000;
/** Days of a branch in one hour of the night; a centre that updates fills its past so. */
const MOST_AT_NIGHT = 120;
/** By day, and at a start, yesterday and what was withdrawn just now is enough. */
const MOST_BY_DAY = 3;
/** The sums of a day's payments are read from the day's rows alone, so many days cost little. */
const MOST_SUMS = 31;

/**
 * Keeps past days at the start and every hour, until the app closes. A centre may switch its server
 * off at night, so a start may read all rows too.
 */
export function keepDaysKept(app: FastifyInstance, db: Db): void {
  const run = (isStart: boolean) => {
    const isNight = isNightInLaos(Date.now());
    const most = isNight ? MOST_AT_NIGHT : MOST_BY_DAY;
    keepPaymentSums(db, { most: isNight ? 12 * MOST_SUMS : MOST_SUMS })
      .then(() => keepPastDays(db, { most, evenSlow: isNight || isStart }))
      .catch((error: unknown) =>
        app.log.error({ err: error }, 'keeping the figures of past days failed'),
      );
  };
  app.addHook('onListen', async () => run(true));
  const timer = setInterval(() => run(false), EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
