import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Config } from '#server/lib/config.ts';
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

/** One sentence about why a command ended; never a password. */
export const commandFailure = (error: unknown, config: Config | undefined): string =>
  startFailure(error, config).replace(/^The server could not start: /, '');
