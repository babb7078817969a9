import { sql } from 'drizzle-orm';
import { booksBefore, endOf, inBranch } from '#server/modules/figures/as-of.ts';
import { partsAt, tuitionAt } from '#server/modules/figures/standing.ts';
import { fact, type Figure } from '#server/modules/reports/figure.ts';

/** Figure 16, as it is now. */
export const toVerify: Figure = {
  key: 'toVerify',
  slices: 'branch',
  groupings: ['branch', 'method', 'cashier', 'day'],
  columns: [{ key: 'slipsLAK', kind: 'money' }, { key: 'slips', kind: 'sum' }],
  facts: ({ branchId }) => sql`
    select ${fact({ unit: 'payment.id', branch: 'payment.branch_id', student: 'payment.payer_student_id', day: "(payment.at at time zone 'Asia/Vientiane')::date", method: 'payment.method', cashier: "cashier.first_name || ' ' || cashier.last_name", detail: 'payment.reference' }, { slipsLAK: 'payment.amount_lak', slips: '1' })}
    from payments payment left join users cashier on cashier.id = payment.recorded_by_id where payment.state = 'pending' and ${inBranch(sql.raw('payment.branch_id'), branchId)}`,
};

/** Figure 19: each open part of a plan by how late it is at the end of the range. */
export const owed: Figure = {
  key: 'owed',
  slices: 'branch',
  groupings: ['kind', 'branch', 'month'],
  columns: [{ key: 'owedLAK', kind: 'money' }, { key: 'orders', kind: 'count' }],
  facts: ({ branchId, to }) => sql`
    select ${fact({ unit: 'part.id', branch: 'part.branch_id', student: 'orders.payer_student_id', day: 'part.due_on', order: 'part.id', kind: "case when part.late <= 0 then 'notDue' when part.late <= 30 then 'to30' when part.late <= 60 then 'to60' when part.late <= 90 then 'to90' else 'older' end", detail: 'orders.number' }, { owedLAK: 'part.open', orders: '1' })}
    from (with ${partsAt({ branchId, day: to })} select id, branch_id, due_on, ${to}::date - due_on as late, upto - greatest(since, paid + pending) as open from planned where upto > greatest(since, paid + pending)) part join orders on orders.id = part.id`,
};

/** Figure 18 at the end of the range. */
export const unearned: Figure = {
  key: 'unearned',
  slices: 'branch',
  groupings: ['course', 'class', 'branch', 'teacher', 'term'],
  columns: [{ key: 'unearnedLAK', kind: 'money' }, { key: 'tuitionLines', kind: 'sum' }],
  facts: ({ branchId, to }) => sql`
    select ${fact({ unit: 'tuition.id', student: 'place.student_id', class: 'tuition.class_id', branch: 'orders.branch_id', order: 'tuition.order_id', detail: 'orders.number' }, { unearnedLAK: 'tuition.unearned', tuitionLines: '1' })}
    from ${tuitionAt({ branchId, day: to })} tuition join orders on orders.id = tuition.order_id left join enrolments place on place.id = tuition.enrolment_id where tuition.unearned <> 0`,
};

/** Figure 22 at the end of the range: what no order and no refund has used of each payment. */
export const credit: Figure = {
  key: 'credit',
  slices: 'branch',
  groupings: ['branch', 'method', 'month'],
  columns: [{ key: 'creditLAK', kind: 'money' }, { key: 'payments', kind: 'sum' }],
  facts: ({ branchId, to }) => sql`
    select ${fact({ unit: 'rest.id', branch: 'rest.branch_id', student: 'rest.payer_student_id', day: 'rest.confirmed_day', method: 'rest.method', detail: 'receipt.number' }, { creditLAK: 'rest.free', payments: '1' })}
    from (
      with ${booksBefore(endOf(to), branchId)}
      select money.*, greatest(money.amount_lak, 0) - coalesce((select sum(given.amount_lak) from given where given.payment_id = money.id and given.was = 'confirmed'), 0) as free from money where money.was = 'confirmed'
    ) rest left join receipts receipt on receipt.id = rest.receipt_id where rest.free <> 0`,
};
