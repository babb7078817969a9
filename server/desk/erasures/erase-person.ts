import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PersonKind } from '#contract/people/personal-data.ts';
import type { Tx } from '#server/db/client.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { recordAudit, serverActor } from '#server/lib/audit.ts';
import { personSources } from './subjects.ts';

/**
 * Erases a person and writes it into the log without their name. False for somebody nobody knows.
 * Money, states and marks stay: docs/domain.md, "A person's data".
 */
export async function erasePerson(
  tx: Tx,
  { kind, personId, doneAt }: { kind: PersonKind; personId: string; doneAt?: string },
): Promise<boolean> {
  // The log of a large centre is read as a whole, which takes longer than a request may.
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const { rows } = await tx.execute<{ name: string | null }>(
    sql`select erase_person(${kind}, ${personId}) as name`,
  );
  const name = rows[0]?.name ?? null;
  if (name === null) return false;
  // Not later than now, or an export of everything that is made meanwhile would be of before.
  const at = sql`least(${doneAt ?? null}::timestamptz, clock_timestamp())`;
  const open = and(eq(erasureTable.personId, personId), isNull(erasureTable.withdrawnAt));
  const changed = await tx
    .update(erasureTable)
    .set({ doneAt: at })
    .where(open)
    .returning({ id: erasureTable._id });
  if (changed.length === 0) await tx.insert(erasureTable).values({ kind, personId, doneAt: at });
  await recordAudit(tx, serverActor, {
    action: 'erase',
    entity: personSources[kind].entity,
    entityId: personId,
    after: { name },
  });
  return true;
}
