import { sql } from 'drizzle-orm';
import { isReplaced } from '#server/db/tables/desk/replaced-money.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import type { OpeningMoney } from '#contract/imports/opening-sums.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { movedMoneyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { MoveRecord } from '#server/desk/moving-in/read-move.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';
import { creditRows } from '#server/reading/balances/credit.ts';
import { owedRows } from '#server/reading/balances/owed.ts';

export type WrittenRow = {
  move_id: string;
  money: OpeningMoney;
  rate: string;
  day: string;
  branch_id: string;
  branch_code: string;
  payer_id: string;
  name: string;
  name_en: string;
};

/**
 * Every row of the old book that a move has written and no corrected one has replaced, with its
 * branch, its family as it is now, and the rate at which it became kip.
 */
export async function readWritten(db: Db | Tx): Promise<WrittenRow[]> {
  const { rows } = await db.execute<WrittenRow>(sql`
    select written.move_id, written.money, written.day::text as day,
      coalesce(line.rate, payment.rate)::text as rate,
      branch.id as branch_id, branch.code as branch_code,
      coalesce(parent.id, student.id) as payer_id,
      coalesce(${sql.raw(writtenName('parent'))}, ${sql.raw(writtenName('student'))}) as name,
      coalesce(${sql.raw(writtenName('parent'))}, ${sql.raw(latinName('student'))}) as name_en
    from ${movedMoneyTable} written
    left join ${orderTable} bill on bill.id = written.order_id
    left join ${orderLineTable} line on line.order_id = bill.id and line.position = 1
    left join ${paymentTable} payment on payment.id = written.payment_id
    join ${branchTable} branch on branch.id = coalesce(bill.branch_id, payment.branch_id)
    left join ${parentTable} payer
      on payer.id = coalesce(bill.payer_parent_id, payment.payer_parent_id)
    left join ${studentTable} child
      on child.id = coalesce(bill.payer_student_id, payment.payer_student_id)
    left join ${parentTable} parent on parent.id = coalesce(payer.merged_into_id, payer.id)
    left join ${studentTable} student on student.id = coalesce(child.merged_into_id, child.id)
    where not ${isReplaced('written')}
    order by written.key`);
  return rows;
}

export type NowRow = { branch_id: string; payer_id: string; owed_lak: number; credit_lak: number };

/** What the families owe and have now, by the queries of the page of balances. */
export async function readNow(db: Db | Tx, user: SignedInUser): Promise<Map<string, NowRow>> {
  const { rows } = await db.execute<NowRow>(sql`
    ${owedRows(user, { branchId: undefined, search: '' })}
    select branch_id, payer_id, coalesce(owed_lak, 0) as owed_lak,
      coalesce(credit_lak, 0) as credit_lak
    from families full join (${creditRows()}) credits using (branch_id, payer_id)`);
  return new Map(rows.map((row) => [`${row.branch_id} ${row.payer_id}`, row]));
}

/** Who has signed a move, and the check code that they saw. */
export async function signatureOf(
  db: Db | Tx,
  { signedAt, signedById, signedCode }: MoveRecord,
): Promise<MoveComparison['signed']> {
  if (signedAt === null || signedById === null || signedCode === null) return null;
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${sql.raw(writtenName('person'))} as name
    from ${userTable} person where person.id = ${signedById}`);
  return { at: signedAt, by: rows[0]?.name.trim() ?? '', code: signedCode };
}
