import { loadWords } from '#src/lib/text/i18n.ts';

/** Fetches the lock screen with its words, and starts watching for input. */
export async function loadLock() {
  const [{ LockScreen }, { watchForInput }] = await Promise.all([
    import('#src/app/lock/lock-screen.tsx'),
    import('#src/app/lock/idle-watch.ts'),
    loadWords('lock'),
  ]);
  watchForInput();
  return LockScreen;
}
