import { DataFolderInUse, lockDataFolder } from '#server/db/data-lock.ts';

/**
 * A process of its own that claims a folder when told to, says whether it got it, and lets go of it
 * when told to.
 */
let unlock = () => {};

async function claim(folder: string): Promise<void> {
  try {
    unlock = await lockDataFolder(folder);
    process.send?.('won');
  } catch (error) {
    process.send?.(error instanceof DataFolderInUse ? 'lost' : String(error));
  }
}

process.on('message', (message: { claim: string } | 'leave') => {
  if (message === 'leave') unlock();
  else void claim(message.claim);
});
process.send?.('ready');
