import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { secondFactorTable as factors } from '#server/db/tables/centre/second-factors.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { raiseAlertOnce } from '#server/centre/alerts/raise-alert.ts';
import { anyRoleIn } from '#server/centre/users/account-grants.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { askedRoles } from './second-factor-rule.ts';
import { isLost } from './second-factor.service.ts';

// A restore without its key, or a server that is started without one, leaves second factors that
// open nothing: docs/security.md, "Sealed secrets".

const isConfirmed = isNotNull(factors.confirmedAt);

/** The number of accounts whose authenticator app the key of the server does not open. */
async function countLost(db: Db, box: SecretBox | undefined): Promise<number> {
  const all = await db.select().from(factors).where(isConfirmed);
  return all.filter((factor) => isLost(box, factor)).length;
}

/** The number of accounts that are asked for a factor and have none, while none can be set up. */
async function countWaiting(db: Db, box: SecretBox | undefined): Promise<number> {
  const asked = box ? [] : await askedRoles(db);
  if (asked.length === 0) return 0;
  const safe = db.select({ userId: factors.userId }).from(factors).where(isConfirmed);
  const isWaiting = and(
    eq(userTable.active, true),
    anyRoleIn(asked),
    notInArray(userTable._id, safe),
  );
  return db.$count(userTable, isWaiting);
}

export type MissingKey = {
  /** Accounts whose app opens nothing. */
  lost: number;
  /** Accounts that cannot set up the factor that the centre asks for. */
  waiting: number;
};

/**
 * Counts the accounts that the missing key of the secrets shuts out, and tells the superadmins,
 * once while it is so.
 */
export async function tellOfLostKey(db: Db, box: SecretBox | undefined): Promise<MissingKey> {
  const missing = { lost: await countLost(db, box), waiting: await countWaiting(db, box) };
  const all = missing.lost + missing.waiting;
  if (all > 0)
    await raiseAlertOnce(db, {
      kind: 'secretsKeyLost',
      branchId: null,
      subjectId: null,
      detail: String(all),
    });
  return missing;
}

/** What the server says of it at its start. */
export function lostKeyWarnings(
  { lost, waiting }: MissingKey,
  box: SecretBox | undefined,
): string[] {
  const way = box
    ? 'a recovery code and set it up anew; or start the server with the right SECRETS_KEY'
    : 'a recovery code alone, until the server is started with SECRETS_KEY';
  return [
    ...(lost > 0
      ? [
          `The key of the secrets does not open the second factor of ${lost} accounts. They come in with ${way}.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `This centre asks for a second factor, but the server has no SECRETS_KEY: ${waiting} accounts cannot set one up, and are shut out once it is due. Start the server with the key of before; or, if that is lost, with a new one.`,
        ]
      : []),
  ];
}
