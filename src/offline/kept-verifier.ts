import { isOfflineUnlockOn } from '#src/lib/session/centre.ts';
import { isSessionCurrent } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import type { VerifierKeeper } from '#src/lib/session/verifier-keeper.ts';
import type { DeviceDatabase, UnlockVerifier } from './db.ts';
import { onDevice } from './device-storage.ts';
import { endListsAfterGuesses } from '#src/offline/lists/list-age.ts';

const LASTS_MS = 12 * 60 * 60 * 1000;
const TRIES = 5;
/** Two readings of one clock may differ by this much without meaning. */
const CLOCK_PLAY_MS = 60_000;

const signedIn = () => (isSessionCurrent() ? useStore.getState().user.userData?._id : undefined);

/**
 * True if it belongs to the signed-in person, has not expired by a clock that was not set back, and
 * was not tried too often.
 */
function isGood({ author, madeAt, seenAt, wrong }: UnlockVerifier, now: number): boolean {
  return (
    isOfflineUnlockOn() &&
    author === signedIn() &&
    now >= seenAt - CLOCK_PLAY_MS &&
    now - madeAt < LASTS_MS &&
    wrong < TRIES
  );
}

/** The last try was wrong, or its page was closed before it was settled. */
const USED_UP = 'used up';

/** The verifier if it is still valid; deletes it if it is not. */
async function find(db: DeviceDatabase): Promise<UnlockVerifier | typeof USED_UP | undefined> {
  const found = await db.meta.get('unlock');
  if (found?.key !== 'unlock') return undefined;
  if (isGood(found, Date.now())) return found;
  await db.meta.delete('unlock');
  return found.wrong < TRIES ? undefined : USED_UP;
}

const inOneStep = <Result>(work: (db: DeviceDatabase) => Promise<Result>) =>
  onDevice((db) => db.transaction('rw', [db.meta], () => work(db)));

/** Works with the verifier in one step, if it is still valid; ends the copies if it was used up. */
async function withFound<Result>(
  work: (db: DeviceDatabase, found: UnlockVerifier) => Promise<Result>,
): Promise<Result | undefined> {
  const result = await inOneStep(async (db) => {
    const found = await find(db);
    return found === USED_UP || found === undefined ? found : work(db, found);
  });
  if (result !== USED_UP) return result;
  await endListsAfterGuesses();
  return undefined;
}

/**
 * The password's verifier on this device. It only opens the lock while the server cannot be asked:
 * the copies behind the lock belong to the same person, and their session does not last longer for
 * it.
 */
export const keptVerifier: VerifierKeeper = {
  keep: async ({ salt, key }, isCurrent) => {
    await inOneStep(async (db) => {
      const author = signedIn();
      if (author === undefined || !isCurrent() || !isOfflineUnlockOn()) return;
      const now = Date.now();
      await db.meta.put({
        key: 'unlock',
        author,
        salt,
        digest: key,
        wrong: 0,
        madeAt: now,
        seenAt: now,
      });
    });
  },
  isThere: async () => (await withFound(() => Promise.resolve(true))) ?? false,
  takeTry: () =>
    withFound(async (db, found) => {
      await db.meta.put({
        ...found,
        wrong: found.wrong + 1,
        seenAt: Math.max(found.seenAt, Date.now()),
      });
      return { salt: found.salt, key: found.digest };
    }),
  settle: async (isRight) => {
    const isOver = await inOneStep(async (db) => {
      const found = await db.meta.get('unlock');
      if (found?.key !== 'unlock') return false;
      if (isRight) await db.meta.put({ ...found, wrong: 0 });
      else if (found.wrong >= TRIES) await db.meta.delete('unlock');
      return !isRight && found.wrong >= TRIES;
    });
    if (isOver) await endListsAfterGuesses();
  },
  giveUp: async () => {
    await onDevice((db) => db.meta.delete('unlock'));
    await endListsAfterGuesses();
  },
  forget: async () => {
    await onDevice((db) => db.meta.delete('unlock'));
  },
};
