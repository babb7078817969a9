import type { SignedInUser } from '#contract/centre/auth.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  countPlainly,
  countTries,
  forgetCounters,
  forgiveTry,
  type Bucket,
} from '#server/lib/try-limit.ts';
import { isAppCode } from './second-factor.service.ts';

// The waits alone would leave room for 1,440 guesses a day at one code in 333,000:
// docs/security.md, "Guessing".

const FREE_CODES = 10;
/** After so many wrong codes of the app on one day, it opens nothing until the next. */
const MOST_WRONG_CODES_A_DAY = 30;

/**
 * Counts the wrong codes of an account over all its sessions, because a person who knows the
 * password may begin as many as they like.
 */
const codeBuckets = ({ _id }: SignedInUser): Bucket[] => [
  { key: `code:${_id}`, freeFailures: FREE_CODES },
];

/**
 * Counts the first codes of a new secret. They are no codes of the account, so whoever types wrong
 * ones at an open screen makes nobody wait at the sign-in.
 */
export const setUpBuckets = ({ _id }: SignedInUser): Bucket[] => [
  { key: `set-up:${_id}`, freeFailures: FREE_CODES },
];

/** The counter of the app's codes on a day in Laos; it never makes anybody wait. */
export const codesOfDayKey = (userId: string, day = dayInLaos()): string =>
  `codes:${day}|${userId}`;

/** What was typed at the second factor; undefined for a passkey. */
type Typed = string | undefined;

/**
 * Counts a try at the second factor before it is made, with further counters. False if the app's
 * codes are closed for this day; recovery codes and passkeys, which nobody guesses, stay open.
 */
export async function countFactorTry(
  db: Db,
  user: SignedInUser,
  code: Typed,
  further: readonly Bucket[] = [],
): Promise<boolean> {
  await countTries(db, [...codeBuckets(user), ...further]);
  if (code === undefined || !isAppCode(code)) return true;
  return (await countPlainly(db, codesOfDayKey(user._id))) <= MOST_WRONG_CODES_A_DAY;
}

/**
 * Takes the count of a right try back. A recovery code or a passkey is the owner's, so it opens the
 * app again, which a stranger with the password may have closed.
 */
export async function forgiveFactorTry(
  tx: Tx,
  user: SignedInUser,
  code: Typed,
  further: readonly Bucket[] = [],
): Promise<void> {
  await forgiveTry(tx, [...codeBuckets(user), ...further]);
  const key = codesOfDayKey(user._id);
  if (code === undefined || !isAppCode(code)) await forgetCounters(tx, [key]);
  else await forgiveTry(tx, [{ key, freeFailures: MOST_WRONG_CODES_A_DAY }]);
}
