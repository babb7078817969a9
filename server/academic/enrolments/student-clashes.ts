import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

export type ClassClash = { date: string; start: string; end: string };

type Found = ClassClash & { targetId: string; otherId: string };

const uuids = (ids: readonly string[]) => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;

/**
 * For each pair of a class of the first and one of the second list that meet at the same time: the
 * first such time from `from` on. No student can be in both. The key is both ids with a space
 * between them.
 */
export async function clashesBetween(
  db: Db | Tx,
  targets: readonly string[],
  others: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, ClassClash>> {
  if (targets.length === 0 || others.length === 0) return new Map();
  const { rows } = await db.execute<Found>(sql`
    select distinct on (mine.class_id, theirs.class_id)
      mine.class_id as "targetId", theirs.class_id as "otherId", mine.date::text as date,
        mine.start_time as start, mine.end_time as end
    from ${classSessionTable} mine
    join ${classSessionTable} theirs on theirs.date = mine.date
      and theirs.start_time < mine.end_time and mine.start_time < theirs.end_time
    where mine.class_id = any(${uuids(targets)})
      and theirs.class_id = any(${uuids(others)})
      and mine.class_id <> theirs.class_id
      and mine.date >= ${from}::date and mine.status in ('scheduled', 'held')
        and theirs.status in ('scheduled', 'held')
    order by mine.class_id, theirs.class_id, mine.date, mine.start_time`);
  return new Map(
    rows.map(({ targetId, otherId, date, start, end }) => [
      `${targetId} ${otherId}`,
      { date, start, end },
    ]),
  );
}
