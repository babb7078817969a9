import { sql } from 'drizzle-orm';
import type { StepsDone } from '#contract/reports/overview.ts';
import type { Db } from '#server/db/client.ts';
import { inBranch } from '#server/ledger/figures/as-of.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';

/**
 * GET `/overview/steps`: a step is done once a usable record of its kind exists, in the branch if
 * it belongs to one. A throw-away centre needs no backup and no second factor.
 */
export async function readStepsDone(
  db: Db,
  branchId: string | undefined,
  isThrowAway: boolean,
): Promise<StepsDone> {
  const atBranch = (table: string) => inBranch(sql.raw(`${table}.branch_id`), branchId);
  const { rows } = await db.execute<StepsDone>(sql`select
    exists (select from ${schoolInfoTable} where phone <> '' and address <> '') as centre,
    not exists (select from ${branchTable} where active and phone = '') as branches,
    exists (
      select from ${bankAccountTable} where active and ${atBranch('bank_accounts')}
    ) as "bankAccount",
    exists (select from ${academicTermTable} where status <> 'draft') as term,
    exists (select from ${roomTable} where active and ${atBranch('rooms')}) as rooms,
    exists (select from ${courseTable} where active) as course,
    exists (select from ${courseFeeTable} where active) as fee,
    exists (
      select
      from ${teacherTable}
      where status = 'active'
        and not archived
        and ${branchId === undefined ? sql`true` : sql`${branchId}::uuid = any(branch_ids)`}
    ) as teacher,
    exists (
      select
      from ${classTable}
      where status not in ('draft', 'cancelled') and ${atBranch('classes')}
    ) as class,
    exists (select from ${exchangeRateTable}) as rates,
    exists (select from ${studentTable}) as "movingIn",
    exists (select from ${userTable} where role = 'staff' and active) as staff,
    (select count(*) > 1 from ${userTable} where role = 'superadmin' and active) as superadmin,
    exists (
      select
      from ${secondFactorTable} factor
      join ${userTable} owner on owner.id = factor.user_id
      where owner.role = 'superadmin' and owner.active and factor.confirmed_at is not null
    ) as "secondFactor",
    exists (select from ${backupTable} where state = 'good') as backup`);
  const [done] = rows;
  if (!done) throw new Error('A select without a table has one row');
  return isThrowAway ? { ...done, backup: true, secondFactor: true } : done;
}
