import { readFileSync } from 'node:fs';

/**
 * A file that the built worker fetches when it is installed, with a revision if its name does not
 * change with its content.
 */
export type PrecachedFile = { url: string; revision: string | null };

/** Everything that the built worker stores on the device, read from the worker itself. */
export function precached(): PrecachedFile[] {
  const list = /\[\{"revision":.*?\}\]/.exec(readFileSync('dist/client/sw.js', 'utf8'))?.[0];
  if (list === undefined) throw new Error('The built worker names no files to keep; build first.');
  return JSON.parse(list) as PrecachedFile[];
}
