import type { FastifyInstance } from 'fastify';
import type { ExportPlace } from './export-file.ts';
import { giveUpAllExports, giveUpLost, removeExpired } from './make-export.service.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Deletes exports a day after they were made, and says of those that were being made when the
 * server ended that they failed, until the app closes.
 */
export function keepCentreExports(app: FastifyInstance, place: ExportPlace): void {
  const { db, engine } = place;
  const tidy = async (isStart: boolean) => {
    await (isStart && engine === 'embedded' ? giveUpAllExports(db) : giveUpLost(db));
    await removeExpired(place);
  };
  const run = (isStart: boolean) => {
    tidy(isStart).catch((error: unknown) =>
      app.log.error({ err: error }, 'tidying exports of everything failed'),
    );
  };
  app.addHook('onListen', async () => run(true));
  const timer = setInterval(() => run(false), EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
