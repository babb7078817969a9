import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { SecondFactorRule } from '#contract/centre/second-factor.ts';
import type { Role } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { rolesOf } from '#server/centre/users/account-grants.ts';

/** After the centre began to ask for it, people may sign in without it for so long. */
const GRACE_DAYS = 7;

const rolesOfRule: Record<SecondFactorRule, readonly Role[]> = {
  nobody: [],
  money: ['superadmin', 'finance'],
  everybody: ['superadmin', 'admin', 'finance', 'staff'],
};

type Asked = {
  /** The roles that are asked for a second factor. */
  asked: readonly Role[];
  /** Those of them of whom it is due by now. */
  due: readonly Role[];
};

/** Of whom the centre asks for a second factor; who was asked earlier has days of their own. */
async function rolesOfCentre(db: Db | Tx): Promise<Asked> {
  const { secondFactorFor: rule, secondFactorSince, secondFactorAllSince } = schoolInfoTable;
  const isOver = (since: SQL) =>
    sql<boolean>`coalesce(${since} + make_interval(days => ${GRACE_DAYS}::int)
      <= clock_timestamp(), false)`;
  const [info] = await db
    .select({
      rule,
      isDue: isOver(sql`${secondFactorSince}`),
      isDueOfAll: isOver(sql`coalesce(${secondFactorAllSince}, ${secondFactorSince})`),
    })
    .from(schoolInfoTable);
  if (!info) return { asked: [], due: [] };
  const asked = rolesOfRule[info.rule];
  const isDueOf = (role: Role) => (rolesOfRule.money.includes(role) ? info.isDue : info.isDueOfAll);
  return { asked, due: asked.filter(isDueOf) };
}

/** The roles that are asked for a second factor. */
export const askedRoles = async (db: Db | Tx): Promise<readonly Role[]> =>
  (await rolesOfCentre(db)).asked;

/** The roles of which a second factor is due by now. */
export const dueRoles = async (db: Db | Tx): Promise<readonly Role[]> =>
  (await rolesOfCentre(db)).due;

/**
 * The rule for a person. Every role counts that they have in some branch, because a session may
 * change to it.
 */
export async function ruleFor(
  db: Db | Tx,
  user: Pick<SignedInUser, '_id' | 'role'>,
): Promise<{ isAsked: boolean; isDue: boolean }> {
  const { asked, due } = await rolesOfCentre(db);
  const held = await rolesOf(db, user);
  return {
    isAsked: held.some((role) => asked.includes(role)),
    isDue: held.some((role) => due.includes(role)),
  };
}
