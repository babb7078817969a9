import { sql } from 'drizzle-orm';
import type { RuledFacts } from '#contract/desk/discounts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';

type Siblings = RuledFacts['siblings'];

/**
 * The children that each of these parents pays for, with the terms in which they are active, in
 * every branch.
 */
export async function siblingsByPayer(
  db: Db | Tx,
  parentIds: readonly string[],
): Promise<Map<string, Siblings>> {
  const ids = [...new Set(parentIds)].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Siblings[number] & { payer: string }>(sql`
    select distinct guardian.parent_id as payer, child.id as _id,
      child.date_of_birth::text as "dateOfBirth", placed.term_id as "termId"
    from ${guardianTable} guardian
    join ${studentTable} child on child.id = guardian.student_id
    join ${enrolmentTable} placed on placed.student_id = child.id and placed.status = 'active'
    where guardian.is_payer and guardian.parent_id = any(${sql.param(ids)}::uuid[])
      and child.date_of_birth is not null`);
  return new Map(
    ids.map((id) => [
      id,
      rows.filter(({ payer }) => payer === id).map(({ payer: _payer, ...sibling }) => sibling),
    ]),
  );
}

/** The facts that discount rules need about existing students, by their ids. */
export async function ruledFacts(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, RuledFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<
    Omit<RuledFacts, 'siblings'> & { _id: string; payer: string | null }
  >(sql`
    select student.id as _id, student.date_of_birth::text as "dateOfBirth",
      student.price_category as "priceCategory",
      (
        select min(term.start_date)::text from ${enrolmentTable} earlier
        join ${academicTermTable} term on term.id = earlier.term_id
        where earlier.student_id = student.id
          and earlier.status in ('completed', 'active')) as "firstTermOn",
      (
        select guardian.parent_id from ${guardianTable} guardian
        where guardian.student_id = student.id and guardian.is_payer limit 1) as payer
    from ${studentTable} student where student.id = any(${sql.param(ids)}::uuid[])`);
  const siblings = await siblingsByPayer(
    db,
    rows.flatMap(({ payer }) => payer ?? []),
  );
  return new Map(
    rows.map(({ _id, payer, ...facts }) => [
      _id,
      { ...facts, siblings: siblings.get(payer ?? '') ?? [] },
    ]),
  );
}
