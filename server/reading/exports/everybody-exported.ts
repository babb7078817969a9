import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Language } from '#contract/language.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { listedBranch } from '#server/lib/branch-scope.ts';
import { raiseDailyAlert } from '#server/centre/alerts/raise-alert.ts';
import type { Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

/** A list of families: students or guardians. */
export type FamilyList = {
  table: PgTable & { archived: PgColumn };
  /** The column with the branch of a row. */
  branch: PgColumn;
};

type Exported = {
  name: string;
  title: Record<Language, string>;
  /** The branch that was asked for. */
  asked: string | undefined;
};

/**
 * Tells the superadmins when an account has exported as many rows of a list of families within 24
 * hours as the branch, or the centre, has people. The same export counts once, and parts add up, so
 * that nobody gets past it by one status after the other.
 */
export async function tellOfEverybody(
  tx: Tx,
  user: SignedInUser,
  { table, branch }: FamilyList,
  { name, title, asked }: Exported,
): Promise<void> {
  const branchId = listedBranch(user, asked) ?? null;
  const ofBranch: SQL | undefined = branchId === null ? undefined : eq(branch, branchId);
  const everybody = await tx.$count(table, and(eq(table.archived, false), ofBranch));
  // Whoever sees one branch only has exported nobody else.
  const isOfThem = seesAllBranches(user.role)
    ? sql`after->>'branchId' is not distinct from ${asked ?? null}::text`
    : sql`true`;
  const { rows } = await tx.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::int as n from (
      select max((after->>'rows')::int) as n from ${auditTable}
      where action = 'export' and entity = ${name} and actor_id = ${user._id}
        and at > now() - interval '24 hours'
        and ${isOfThem}
      group by after - 'rows') exports`);
  const exported = rows[0]?.n ?? 0;
  if (everybody === 0 || exported < everybody) return;
  await raiseDailyAlert(tx, {
    kind: 'everybodyExported',
    branchId,
    subjectId: user._id,
    detail: `${title.en} / ${title.lo}`,
  });
}
