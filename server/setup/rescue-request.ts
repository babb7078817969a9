import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '#server/db/client.ts';
import { RESCUE_MINUTES } from '#contract/centre/rescue.ts';
import { newRescueCode, RescueRefused } from './rescue.service.ts';

const fileIn = (folder: string) => path.join(folder, 'recover.request');
const answerIn = (folder: string) => path.join(folder, 'recover.answer');
const MAX_BYTES = 320;
const LOOKED_EVERY_MS = 2000;

/**
 * Asks the server that runs on this data folder for a code. Whoever can write into the folder owns
 * the books anyway.
 */
export function askForRescueCode(folder: string, email: string): void {
  fs.rmSync(answerIn(folder), { force: true });
  fs.writeFileSync(fileIn(folder), email, { mode: 0o600 });
}

/** The outcome of a request. The code itself stays on the console of the server. */
export type RescueAnswer = 'printed' | 'unknownAccount' | 'disabledAccount' | 'failed';
const answers: readonly string[] = ['printed', 'unknownAccount', 'disabledAccount', 'failed'];
const isAnswer = (word: string): word is RescueAnswer => answers.includes(word);

/** Takes the answer of the server; undefined while there is none. */
export function takeRescueAnswer(folder: string): RescueAnswer | undefined {
  const file = answerIn(folder);
  if (!fs.existsSync(file)) return undefined;
  const word = fs.readFileSync(file, 'utf8').trim();
  fs.rmSync(file, { force: true });
  return isAnswer(word) ? word : 'failed';
}

/** Takes the request back that no server answered. */
export const withdrawRescueRequest = (folder: string): void =>
  fs.rmSync(fileIn(folder), { force: true });

/** Takes the e-mail address of a request out of the folder; undefined without one. */
function takeRequest(folder: string): string | undefined {
  const file = fileIn(folder);
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const email = stat.isFile() && stat.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8').trim() : '';
  fs.rmSync(file, { recursive: true, force: true });
  return email;
}

/** The lines for the person at the console. */
export const rescueLines = (email: string, code: string): string[] => [
  `Rescue code for ${email}: ${code}`,
  `Type it within ${RESCUE_MINUTES} minutes on the sign-in page, at "Use a rescue code". It works once.`,
];

/** Leaves the outcome for the command; a file of the same name that is a link is replaced. */
function leaveAnswer(folder: string, outcome: RescueAnswer): void {
  const file = answerIn(folder);
  fs.rmSync(file, { recursive: true, force: true });
  fs.writeFileSync(file, outcome, { mode: 0o600, flag: 'wx' });
}

type Answering = {
  db: Db;
  folder: string;
  /** Prints a line for the person at the console. */
  say: (line: string) => void;
  onError: (error: unknown) => void;
};

/**
 * Answers `npm run recover` while this process holds the data folder, until the returned function
 * is called.
 */
export function answerRescueRequests({ db, folder, say, onError }: Answering): () => void {
  const answer = async () => {
    try {
      const email = takeRequest(folder);
      if (email === undefined) return;
      let outcome: RescueAnswer = 'failed';
      try {
        for (const line of rescueLines(email, await newRescueCode(db, email))) say(line);
        outcome = 'printed';
      } catch (error) {
        if (!(error instanceof RescueRefused)) throw error;
        say(error.message);
        outcome = error.reason;
      } finally {
        leaveAnswer(folder, outcome);
      }
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(() => void answer(), LOOKED_EVERY_MS).unref();
  return () => clearInterval(timer);
}
