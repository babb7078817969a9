import { inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Prolonged, ProlongInput } from '#contract/classes/continuing-replies.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { endOfHold, requireUntil } from './continuing-hold.ts';
import { heldInBranch, isHeldUnbilled, lastReply } from './held-families.ts';

type Planned = { _id: string; before: string; until: string };
type Plan = { longer: Planned[]; answer: Prolonged };
type Where = { db: Db | Tx; user: SignedInUser };

/** The seats of a term without a yes, each with its new last day. */
async function planProlong(
  { db, user }: Where,
  termId: string,
  { branchId, until }: ProlongInput,
): Promise<Plan> {
  const { rows } = await db.execute<Planned>(sql`
    select enrolments.id as _id, enrolments.continuing_until::text as before,
      least(${until}::date, classes.start_date)::text as until
    from ${enrolmentTable} enrolments
    join ${classTable} classes on classes.id = enrolments.class_id
    ${lastReply}
    where enrolments.term_id = ${termId} and ${isHeldUnbilled}
      and said.answer is distinct from 'yes'
      and ${heldInBranch(user, branchId, sql`enrolments.branch_id`)}
    order by enrolments.id`);
  const longer = rows.filter((row) => row.until > row.before);
  const limited = longer.filter((row) => row.until < until).length;
  return {
    longer,
    answer: { places: longer.length, limited, kept: rows.length - longer.length },
  };
}

/** POST `/academic-terms/{id}/continuing/prolong/preview`. */
export async function previewProlong(
  where: Where,
  termId: string,
  input: ProlongInput,
): Promise<Prolonged> {
  await requireUntil(where.db, input.until);
  return (await planProlong(where, termId, input)).answer;
}

/**
 * POST `/academic-terms/{id}/continuing/prolong`: all seats without a yes in one act. Families that
 * answer or pay at the same moment are looked at again under the locks.
 */
export async function prolongContinuing(
  writer: Writer,
  termId: string,
  input: ProlongInput,
): Promise<WriteResult<Prolonged>> {
  const { tx, user } = writer;
  const where = { db: tx, user };
  await requireUntil(tx, input.until);
  const seen = await planProlong(where, termId, input);
  const locked = seen.longer.map(({ _id }) => _id);
  if (locked.length > 0) await lockEnrolments(writer, locked);
  const plan = await planProlong(where, termId, input);
  const longer = plan.longer.filter(({ _id }) => locked.includes(_id));
  for (const until of new Set(longer.map((place) => place.until))) {
    const places = longer.filter((place) => place.until === until).map(({ _id }) => _id);
    await changeEnrolments(tx, inArray(enrolmentTable._id, places), {
      continuingUntil: until,
      holdUntil: endOfHold(until),
    });
  }
  const ids = longer.map(({ _id }) => _id);
  await recordEnrolmentStatus(tx, ids, { source: 'continuing', byId: user._id });
  const audit = longer.map(({ _id, before, until }): AuditEntry => ({
    action: 'prolong',
    entity: 'enrolments',
    entityId: _id,
    before: { continuingUntil: before },
    after: { continuingUntil: until },
  }));
  return { answer: { ...plan.answer, places: longer.length }, audit };
}
