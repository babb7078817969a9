import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { countOutside, moveContents } from '#server/centre/files/file-contents.ts';
import type { FileStore } from '#server/lib/file-store.ts';

const EVERY_MS = 3600 * 1000;
type Say = (line: string) => void;

/** Few enough that a run leaves the desk alone. */
const MOST_AT_ONCE = 500;

/**
 * Moves contents of files that lie where they do not belong: those of before the store was set, and
 * those that it did not take. Two processes that do it at once move the same contents to the same
 * place, so no lock is needed, which would be held while the store is asked.
 */
async function moveSome(db: Db, files: FileStore, say: Say): Promise<void> {
  const moved = await moveContents(db, files, MOST_AT_ONCE);
  if (files.settings.direction === 'out' || moved === 0) return;
  const left = await countOutside(db);
  say(
    left === 0
      ? 'All files are back in the database. FILES_S3_… can be removed.'
      : `${left} files still lie in the store ${files.name}.`,
  );
}

/** Says at the start which files nobody can open. */
async function warnOfMissingStore(db: Db, say: Say): Promise<void> {
  const outside = await countOutside(db);
  if (outside > 0)
    say(
      `The contents of ${outside} files lie in a store outside, and FILES_S3_BUCKET is not set: nobody can open them. See docs/operations.md, "Files in a store".`,
    );
}

/** Moves contents at the start and every hour, until the app closes. */
export function keepFilesMoved(
  app: FastifyInstance,
  { db, files, say }: { db: Db; files: FileStore | undefined; say: Say },
): void {
  const run = () => {
    const work = files ? moveSome(db, files, say) : warnOfMissingStore(db, say);
    work.catch((error: unknown) =>
      app.log.error({ detail: (error as Error).message }, 'files could not be moved'),
    );
  };
  app.addHook('onListen', async () => run());
  const timer = files && setInterval(run, EVERY_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    files?.close();
  });
}
