import fs from 'node:fs';
import path from 'node:path';

/** The data folder belongs to another running server. */
export class DataFolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another BranchDesk server (process ${pid}). Stop it, or choose another DATA_DIR.`,
    );
  }
}

type Holder = { pid: number; started: string; boot: string };

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Start time of a process in clock ticks: tells a process from a later one that was given the same number. */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isHeld(holder: Holder | undefined): holder is Holder {
  return (
    holder !== undefined && holder.boot === bootId() && isAlive(holder.pid) && startOf(holder.pid) === holder.started
  );
}

function writeExclusively(file: string, content: string): boolean {
  try {
    const descriptor = fs.openSync(file, 'wx');
    fs.writeSync(descriptor, content);
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Claims `folder` for this process and gives the function that lets go of it. The embedded engine does not lock its
 * files itself: a second process would write over the first one's rows. A lock left by a killed process is taken over.
 */
export function lockDataFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), boot: bootId() } satisfies Holder);
  while (!writeExclusively(file, mine)) {
    const holder = readHolder(file);
    if (isHeld(holder)) throw new DataFolderInUse(folder, holder.pid);
    fs.rmSync(file, { force: true });
  }
  const unlock = () => {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === mine) fs.rmSync(file);
  };
  process.once('exit', unlock);
  return () => {
    process.off('exit', unlock);
    unlock();
  };
}
