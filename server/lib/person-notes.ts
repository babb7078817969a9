import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { LONGEST_NOTE } from '#contract/people/people.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { requireNotErased } from './not-erased.ts';

type Noted = PgTable & { _id: PgColumn; note: PgColumn; version: PgColumn };

/**
 * Puts one line under the note of a person. It needs no version, because a line below others
 * overwrites nothing; an open form notices it as it does any other change.
 */
export async function addNote(
  tx: Tx,
  table: Noted,
  _id: string,
  text: string,
): Promise<{ before: { note: string }; after: { note: string } }> {
  const fits = sql`char_length(${table.note}) + ${[...text].length + 1} <= ${LONGEST_NOTE}`;
  const [row] = await tx
    .update(table as PgTable)
    .set({
      note: sql`case when ${table.note} = '' then ${text} else ${table.note} || chr(10) || ${text} end`,
      version: sql`${table.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(table._id, _id), fits))
    .returning({ note: table.note });
  if (!row) throw fieldsInvalid({ text: 'noteFull' });
  await requireNotErased(tx, _id);
  const note = String(row['note']);
  return { before: { note: note.slice(0, -text.length).trimEnd() }, after: { note } };
}
