import { sql, type SQL } from 'drizzle-orm';
import type { ErasureList } from '#contract/people/personal-data.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';

const SHOWN = 100;

/**
 * Prospects who never had a place nor a bill, and whose record nobody has changed for the months of
 * the settings. Nobody of them is erased by this: an admin asks for it.
 */
const proposed = (scope: SQL) => sql`
  from students person, school_info
  where prospect_months > 0 and person.status = 'prospect' and person.merged_into_id is null
    and person.updated_at < now() - make_interval(months => prospect_months)
    and (${scope})
    and not exists (select from enrolments where student_id = person.id)
    and not exists (select from orders where payer_student_id = person.id)
    and not exists (select from order_lines where student_id = person.id)
    and not exists (
      select from erasures where person_id = person.id and withdrawn_at is null)`;

type Proposals = Pick<ErasureList, 'prospects' | 'prospectsInAll' | 'prospectMonths'>;

/** The prospects that are proposed for erasure, those of longest ago first. */
export async function proposedProspects(db: Db, user: SignedInUser): Promise<Proposals> {
  const scope = seesAllBranches(user.role) ? sql`true` : sql`home_branch_id = ${user.branchId}`;
  const { rows: settings } = await db.execute<{ months: number }>(
    sql`select prospect_months as months from school_info`,
  );
  const { rows: counted } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n ${proposed(scope)}`,
  );
  const { rows } = await db.execute<ErasureList['prospects'][number]>(sql`
    select person.id::text as "_id", student_code as "studentCode",
      ${sql.raw(writtenName('person'))} as name, ${sql.raw(latinName('person'))} as "nameEn",
      home_branch_id::text as "branchId", person.updated_at as "lastChangeAt"
    ${proposed(scope)} order by person.updated_at, person.id limit ${SHOWN}`);
  return {
    prospects: rows.map((row) => ({
      ...row,
      lastChangeAt: new Date(row.lastChangeAt).toISOString(),
    })),
    prospectsInAll: counted[0]?.n ?? 0,
    prospectMonths: settings[0]?.months ?? 0,
  };
}
