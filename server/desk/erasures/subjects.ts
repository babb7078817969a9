import { inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PersonKind } from '#contract/people/personal-data.ts';
import { managedRoles, seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';

type Source = {
  /** The word of the audit log for such records. */
  entity: string;
  table: string;
  code: string;
  nameEn: string;
  branchId: string;
  mergedInto: string;
  /** The condition under which `admin` is responsible for the record. */
  mine: (admin: SignedInUser) => SQL;
};

const none = 'null::uuid';

/** Where the records of each kind of person stand. */
export const personSources: Record<PersonKind, Source> = {
  student: {
    entity: 'students',
    table: 'students',
    code: 'person.student_code',
    nameEn: latinName('person'),
    branchId: 'person.home_branch_id',
    mergedInto: 'person.merged_into_id',
    mine: ({ branchId }) => sql`person.home_branch_id = ${branchId}`,
  },
  guardian: {
    entity: 'parents',
    table: 'parents',
    code: `'G-' || upper(right(person.id::text, 8))`,
    nameEn: writtenName('person'),
    branchId: 'person.branch_id',
    mergedInto: 'person.merged_into_id',
    mine: ({ branchId }) => sql`person.branch_id = ${branchId}`,
  },
  teacher: {
    entity: 'teachers',
    table: 'teachers',
    code: 'person.teacher_code',
    nameEn: latinName('person'),
    branchId: 'person.branch_ids[1]',
    mergedInto: none,
    mine: ({ branchId }) => sql`${branchId}::uuid = any(person.branch_ids)`,
  },
  account: {
    entity: 'staff-accounts',
    table: 'users',
    code: `'A-' || upper(right(person.id::text, 8))`,
    nameEn: writtenName('person'),
    branchId: 'person.branch_id',
    mergedInto: none,
    // As with every other act on an account: docs/roles.md, "Several branches".
    mine: (admin) => sql`person.branch_id = ${admin.branchId}
      and ${inArray(sql`person.role`, [...managedRoles(admin)])}
      and not exists (select from account_grants beside where beside.user_id = person.id
        and beside.branch_id <> ${admin.branchId} and beside.role <> 'staff')`,
  },
};

/** Name, code and branch of one kind of people, each as `person`. */
export const subjectColumns = (kind: PersonKind): SQL => {
  const { code, nameEn, branchId, mergedInto } = personSources[kind];
  return sql.raw(`person.id, ${writtenName('person')} as name,
    ${nameEn} as "nameEn", ${code} as code, (${branchId})::text as "branchId",
    (${mergedInto})::text as "mergedInto"`);
};

export type Subject = {
  id: string;
  name: string;
  nameEn: string;
  code: string;
  branchId: string | null;
  mergedInto: string | null;
};

/** One person whom `user` is responsible for; not found for any other. */
export async function findSubject(
  db: Db | Tx,
  user: SignedInUser,
  { kind, id }: { kind: PersonKind; id: string },
): Promise<Subject> {
  const { table, mine } = personSources[kind];
  const scope = seesAllBranches(user.role) ? sql`true` : mine(user);
  const { rows } = await db.execute<Subject>(sql`
    select ${subjectColumns(kind)} from ${sql.identifier(table)} person
    where person.id = ${id} and (${scope})`);
  if (!rows[0]) throw new ApiError('notFound');
  return rows[0];
}

/** The ids of a person's record and of those that were merged into it. */
export async function recordIds(db: Db | Tx, kind: PersonKind, id: string): Promise<string[]> {
  const { table, mergedInto } = personSources[kind];
  const { rows } = await db.execute<{ id: string }>(sql`
    select person.id::text as id from ${sql.identifier(table)} person
    where person.id = ${id} or ${sql.raw(mergedInto)} = ${id}
    order by person.id = ${id} desc, person.id`);
  return rows.map((row) => row.id);
}
