import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The data folder belongs to another running server. */
export class DataFolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(
      `The data folder ${folder} is in use by another BranchDesk server (${holder}). Stop it, or choose another DATA_DIR.`,
    );
  }
}

/**
 * Reads the holder for the message only, because Windows does not let others read a locked file.
 */
function readHolder(descriptor: number): string {
  try {
    return fs.readFileSync(descriptor, 'utf8').trim() || 'starting now';
  } catch {
    return 'unknown process';
  }
}

function writeHolder(descriptor: number): void {
  fs.ftruncateSync(descriptor);
  fs.writeSync(descriptor, `process ${process.pid} on ${os.hostname()}\n`, 0);
}

/**
 * Locks `folder` for this process and returns the function that unlocks it. The embedded engine
 * does not lock its files itself: a second process would write over the first one's rows. The
 * operating system holds the lock on the open file and frees it when the process ends in whatever
 * way, so nobody has to judge whether a holder is still alive. The file itself stays: if it were
 * deleted, two processes could lock two files of the same name.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  // Loaded here, because a server on PostgreSQL needs no native code.
  const { tryLock } = await import('fs-native-extensions');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const descriptor = fs.openSync(
    path.join(folder, 'server.lock'),
    fs.constants.O_RDWR | fs.constants.O_CREAT,
    0o600,
  );
  if (!tryLock(descriptor)) {
    const holder = readHolder(descriptor);
    fs.closeSync(descriptor);
    throw new DataFolderInUse(folder, holder);
  }
  writeHolder(descriptor);
  return () => fs.closeSync(descriptor);
}
