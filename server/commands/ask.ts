import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Config } from '#server/lib/config.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { startFailure } from '#server/start-failure.ts';

/** True if somebody sits at the console. */
export const isAsked = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Asks a question at the console. */
export function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    lines.question(question, (answer) => {
      lines.close();
      resolve(answer);
    });
  });
}

/** Asks for a secret, and shows nothing of what is typed. */
export function askSecret(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    lines.question('', (answer) => {
      lines.close();
      process.stdout.write('\n');
      resolve(answer);
    });
  });
}

const FULL_OR_CLOSED = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT'];

/** One sentence about why a command ended; never a password. */
export function commandFailure(error: unknown, config: Config | undefined): string {
  const cause = innermostCause(error);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isOfDisk = FULL_OR_CLOSED.includes(code) && config?.databaseUrl !== undefined;
  // A database and the network give codes, and `startFailure` has sentences for them.
  if (cause instanceof Error && cause.message !== '' && (code === '' || isOfDisk))
    return cause.message;
  return startFailure(error, config).replace(/^The server could not start: /, '');
}
