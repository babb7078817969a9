import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Erasure, PersonKind } from '#contract/people/personal-data.ts';
import { hindranceWords } from '#contract/words/erasure-words.ts';
import type { Tx } from '#server/db/client.ts';
import { erasureTable as table } from '#server/db/tables/desk/erasures.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { hindrancesOf } from './hindrances.ts';
import { erasureOf, hasOtherSuperadmin } from './read-erasures.ts';
import { findSubject, personSources, type Subject } from './subjects.ts';

type Person = { kind: PersonKind; id: string };

async function refuseHindered(
  { tx, user }: Writer,
  kind: PersonKind,
  subject: Subject,
): Promise<void> {
  const found = await hindrancesOf(tx, kind, subject, user._id);
  if (found.length === 0) return;
  const said = (at: 0 | 1) => found.map((one) => hindranceWords[one][at]).join('; ');
  throw new ApiError('erasureHindered', { n: { en: said(0), lo: said(1) } });
}

async function answerOf(
  writer: Writer,
  { kind, id }: Person,
  action: string,
  reason?: string,
): Promise<WriteResult<Erasure>> {
  const answer = await erasureOf(writer.tx, writer.user, id);
  if (!answer) throw new ApiError('notFound');
  return {
    answer,
    audit: {
      action,
      entity: personSources[kind].entity,
      entityId: id,
      ...(answer.branchId !== null && { branchId: answer.branchId }),
      ...(reason !== undefined && { reason }),
    },
  };
}

/** Locks the requests of a person, so that two admins do not ask, confirm and withdraw at once. */
const lockPerson = (tx: Tx, { id }: Person) => takeLocks(tx, { advisoryKeys: [`erasure:${id}`] });

const openOf = ({ id }: Person) =>
  and(eq(table.personId, id), isNull(table.withdrawnAt), isNull(table.doneAt));

/** Asks for the erasure of a person; refused while anything stands in the way. */
export async function askForErasure(
  writer: Writer,
  person: Person,
  reason: string,
): Promise<WriteResult<Erasure>> {
  const { tx, user } = writer;
  await lockPerson(tx, person);
  const subject = await findSubject(tx, user, person);
  if ((await tx.$count(table, openOf(person))) > 0) throw new ApiError('erasureAsked');
  await refuseHindered(writer, person.kind, subject);
  const { branchId } = subject;
  await tx.insert(table).values({
    kind: person.kind,
    personId: person.id,
    branchId,
    reason,
    askedById: user._id,
  });
  return answerOf(writer, person, 'ask-erasure', reason);
}

/**
 * A second person confirms; from then on it waits for its day. A lone superadmin confirms alone.
 */
export async function confirmErasure(
  writer: Writer,
  person: Person,
): Promise<WriteResult<Erasure>> {
  const { tx, user } = writer;
  await lockPerson(tx, person);
  const subject = await findSubject(tx, user, person);
  const [open] = await tx.select().from(table).where(openOf(person));
  if (!open || open.confirmedAt !== null) throw new ApiError('stepNotAllowed');
  const isOwn = open.askedById === user._id;
  if (isOwn && (await hasOtherSuperadmin(tx, user._id))) throw new ApiError('erasureNeedsAnother');
  await refuseHindered(writer, person.kind, subject);
  await tx
    .update(table)
    .set({ confirmedAt: sql`clock_timestamp()`, confirmedById: user._id, confirmedAlone: isOwn })
    .where(eq(table._id, open._id));
  return answerOf(writer, person, 'confirm-erasure');
}

/** Withdraws a request; nothing has happened to the person. */
export async function withdrawErasure(
  writer: Writer,
  person: Person,
): Promise<WriteResult<{ done: true }>> {
  const { tx, user } = writer;
  await lockPerson(tx, person);
  const { branchId } = await findSubject(tx, user, person);
  const withdrawn = await tx
    .update(table)
    .set({ withdrawnAt: sql`clock_timestamp()`, withdrawnById: user._id })
    .where(openOf(person))
    .returning({ id: table._id });
  if (withdrawn.length === 0) throw new ApiError('stepNotAllowed');
  return {
    answer: { done: true },
    audit: {
      action: 'withdraw-erasure',
      entity: personSources[person.kind].entity,
      entityId: person.id,
      ...(branchId !== null && { branchId }),
    },
  };
}
