// Loaded into a server of the torture before everything else: while the file at TORTURE_DISK is
// there, no file grows in the thread of the embedded engine, as on a full disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread } from 'node:worker_threads';

const flag = process.env.TORTURE_DISK ?? '';

if (isMainThread) {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file, options = {}) {
      const own = ['--import', import.meta.url];
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), ...own] });
    }
  };
  syncBuiltinESMExports();
} else {
  const { writeSync } = fs;
  fs.writeSync = (descriptor, buffer, offset, length, position) => {
    const end = (position ?? 0) + (length ?? buffer.length);
    const isFull = typeof position === 'number' && fs.existsSync(flag);
    if (isFull && end > fs.fstatSync(descriptor).size)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    return writeSync(descriptor, buffer, offset, length, position);
  };
}
