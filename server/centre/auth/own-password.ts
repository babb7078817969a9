import { eq } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import { endedCache } from '#server/lib/clear-browser-cache.ts';
import type { Session } from '#server/lib/current-user.ts';
import { verifyPassword } from '#server/lib/password.ts';
import { countPlainly, countTries, forgiveTry, type Bucket } from '#server/lib/try-limit.ts';
import { recordFailure } from './failed-sign-in.ts';

// The lock of the screen and every form that asks for the own password: docs/security.md,
// "Guessing".

const FREE_OWN_PASSWORDS = 5;
/** After so many wrong ones on one day the session ends, and only a sign-in opens the account. */
const MOST_WRONG_PASSWORDS_A_DAY = 20;

/**
 * Counts failures of all forms together that ask for the password, so that guessing at an unlocked
 * screen is limited.
 */
const waiting = ({ user }: Session): Bucket => ({
  key: `password:${user._id}`,
  freeFailures: FREE_OWN_PASSWORDS,
});

/**
 * The counter of a session on a day in Laos; it never makes anybody wait. Each session has its own,
 * so whoever guesses on one device signs the person out on no other.
 */
const ofDay = ({ tokenHash }: Session): Bucket => ({
  key: `own-password:${dayInLaos()}|${tokenHash}`,
  freeFailures: MOST_WRONG_PASSWORDS_A_DAY,
});

const guessedOut = () => new ApiError('passwordGuessed', { headers: endedCache });

/**
 * Counts a try at the signed-in person's own password and returns whether it was right, which takes
 * the count back. A wrong one is recorded; the last one of a day ends the session.
 */
export async function isOwnPassword(
  db: Db,
  actor: Actor,
  session: Session,
  password: string,
): Promise<boolean> {
  const { user, tokenHash } = session;
  const buckets = [waiting(session), ofDay(session)];
  await countTries(db, [waiting(session)]);
  const tries = await countPlainly(db, ofDay(session).key);
  // Tries that were sent at once, before the last one of them ended the session.
  if (tries > MOST_WRONG_PASSWORDS_A_DAY) throw guessedOut();
  const [account] = await db
    .select({ hash: userTable.passwordHash })
    .from(userTable)
    .where(eq(userTable._id, user._id));
  const isRight = await verifyPassword(password, account?.hash);
  if (isRight) {
    await db.transaction((tx) => forgiveTry(tx, buckets));
    return true;
  }
  await recordFailure(db, actor, user, false, 'password-failed');
  if (tries < MOST_WRONG_PASSWORDS_A_DAY) return false;
  await db.delete(sessionTable).where(eq(sessionTable.tokenHash, tokenHash));
  throw guessedOut();
}

/** Throws the error of the field `password` unless it is the person's own; tries are counted. */
export async function requireOwnPassword(
  db: Db,
  actor: Actor,
  session: Session,
  password: string,
): Promise<void> {
  if (!(await isOwnPassword(db, actor, session, password)))
    throw fieldsInvalid({ password: 'unlockPasswordWrong' });
}
