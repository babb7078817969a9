import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import type { ScaleDesk, ScaleFamily, ScaleFee } from './scale-order-rows.ts';

/** A branch of the scale centre, with everything that its orders need. */
export type ScaleBranch = {
  _id: string;
  code: string;
  drawerId: string;
  desk: Omit<ScaleDesk, 'shiftOf'>;
  families: ScaleFamily[];
  fees: ScaleFee[];
};

async function familiesOf(db: Db, branchId: string): Promise<ScaleFamily[]> {
  const { rows } = await db.execute<ScaleFamily>(sql`
    select link.parent_id as "payerParentId",
      case when link.parent_id is null then student.id end as "payerStudentId",
      array_agg(student.id order by student.student_code) as "studentIds"
    from ${studentTable} student
    left join ${guardianTable} link on link.student_id = student.id and link.is_payer
    where student.home_branch_id = ${branchId}
      and not student.archived
      and student.merged_into_id is null
    group by 1, 2 order by min(student.student_code)`);
  return rows;
}

export async function scaleBranches(db: Db): Promise<ScaleBranch[]> {
  const { rows: fees } = await db.execute<ScaleFee>(sql`
    select distinct on (course.id) fee.id as "feeId", fee.amount::int as amount,
      course.name_en as "nameEn", course.name_lo as "nameLo"
    from ${courseTable} course
    join ${courseFeeTable} fee on fee.course_id = course.id and fee.basis = 'term'
      and fee.currency = 'LAK' and fee.active
    order by course.id, fee.id`);
  const people = await db
    .select({ _id: userTable._id, role: userTable.role })
    .from(userTable)
    .orderBy(userTable._id);
  const idOf = (...roles: string[]) => people.find(({ role }) => roles.includes(role))?._id ?? null;
  const { THB } = await newestRates(db);
  const { _id, code } = branchTable;
  const found = await db
    .select({ _id, code, drawerId: sql<string>`min(${drawerTable._id}::text)` })
    .from(branchTable)
    .innerJoin(drawerTable, eq(drawerTable.branchId, _id))
    .groupBy(_id, code)
    .orderBy(code);
  return Promise.all(
    found.map(async (branch): Promise<ScaleBranch> => {
      const accounts = await db
        .select()
        .from(bankAccountTable)
        .where(and(eq(bankAccountTable.branchId, branch._id), eq(bankAccountTable.active, true)));
      const accountIn = (wanted: string) =>
        accounts.find(({ currency }) => currency === wanted)?._id ?? null;
      const desk = {
        branchId: branch._id,
        clerkId: idOf('staff', 'admin'),
        verifierId: idOf('finance', 'superadmin'),
        accounts: { LAK: accountIn('LAK'), THB: accountIn('THB') },
        baht: THB,
      };
      return { ...branch, desk, families: await familiesOf(db, branch._id), fees };
    }),
  );
}
