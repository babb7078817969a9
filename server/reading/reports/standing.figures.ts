import { sql } from 'drizzle-orm';
import { booksBefore, dayOf, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { movedBetween } from '#server/ledger/figures/flows.ts';
import { dueIn, dueParts, partsAt, tuitionAt } from '#server/ledger/figures/standing.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/** docs/figures.md, "Figure 16: to verify", as it is now. */
export const toVerify: ReportFigure = {
  key: 'toVerify',
  head: 'payer',
  slices: 'branch',
  groupings: ['branch', 'method', 'cashier', 'day'],
  columns: [
    { key: 'slipsLAK', kind: 'money' },
    { key: 'slips', kind: 'sum' },
  ],
  facts: ({ branchId }) => sql`
    select ${fact(
      {
        unit: 'payment.id',
        branch: 'payment.branch_id',
        student: 'payment.payer_student_id',
        payer: 'payment.payer_parent_id',
        day: "(payment.at at time zone 'Asia/Vientiane')::date",
        method: 'payment.method',
        cashier: "cashier.first_name || ' ' || cashier.last_name",
        detail: 'payment.reference',
      },
      { slipsLAK: 'payment.amount_lak', slips: '1' },
    )}
    from ${paymentTable} payment
    left join ${userTable} cashier on cashier.id = payment.recorded_by_id
    where payment.state = 'pending' and ${inBranch(sql.raw('payment.branch_id'), branchId)}`,
};

/**
 * docs/figures.md, "Figure 19: receivables by age": each open part of a plan, by how late it is at
 * the end of the range.
 */
export const owed: ReportFigure = {
  key: 'owed',
  head: 'payer',
  slices: 'branch',
  groupings: ['kind', 'branch', 'month'],
  columns: [
    { key: 'owedLAK', kind: 'money' },
    { key: 'orders', kind: 'count' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        unit: 'part.id',
        branch: 'part.branch_id',
        student: 'orders.payer_student_id',
        payer: 'orders.payer_parent_id',
        day: 'part.due_on',
        order: 'part.id',
        kind: `case when part.late <= 0 then 'notDue' when part.late <= 30 then 'to30'
          when part.late <= 60 then 'to60' when part.late <= 90 then 'to90' else 'older' end`,
        detail: 'orders.number',
      },
      { owedLAK: 'part.open', orders: '1' },
    )}
    from (
      with ${partsAt({ branchId, day: to })} select id, branch_id, due_on,
        ${to}::date - due_on as late, upto - greatest(since, paid + pending) as open
      from planned
      where upto > greatest(since, paid + pending)
    ) part
    join ${orderTable} on orders.id = part.id`,
};

/**
 * docs/figures.md, "Figure 20: collection": each part that fell due in the range, and how much of
 * it confirmed money covers on the last day.
 */
export const collection: ReportFigure = {
  key: 'collection',
  head: 'payer',
  slices: 'branch',
  groupings: ['branch', 'month', 'day'],
  columns: [
    { key: 'coveredLAK', kind: 'money' },
    { key: 'dueLAK', kind: 'money' },
  ],
  share: ['coveredLAK', 'dueLAK'],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      {
        unit: "part.id || ' ' || part.due_on || ' ' || part.since",
        branch: 'part.branch_id',
        student: 'orders.payer_student_id',
        payer: 'orders.payer_parent_id',
        day: 'part.due_on',
        order: 'part.id',
        detail: 'orders.number',
      },
      { coveredLAK: 'part.covered', dueLAK: 'part.due' },
    )}
    from (
      with ${partsAt({ branchId, day: to })} select id, branch_id, due_on, since, ${dueParts}
      from planned
      where ${dueIn({ from, to })}
    ) part
    join ${orderTable} on orders.id = part.id`,
};

/**
 * docs/figures.md, "Figure 18: unearned tuition" at the end of the range; also the tuition that is
 * billed and not yet earned, paid or not.
 */
export const unearned: ReportFigure = {
  key: 'unearned',
  slices: 'branch',
  groupings: ['course', 'class', 'branch', 'teacher', 'term'],
  columns: [
    { key: 'unearnedLAK', kind: 'money' },
    { key: 'notYetEarnedLAK', kind: 'money' },
    { key: 'tuitionLines', kind: 'sum' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        unit: 'tuition.id',
        student: 'place.student_id',
        class: 'tuition.class_id',
        branch: 'orders.branch_id',
        order: 'tuition.order_id',
        detail: 'orders.number',
      },
      {
        unearnedLAK: 'tuition.unearned',
        notYetEarnedLAK: 'tuition.net - tuition.earned',
        tuitionLines: '1',
      },
    )}
    from ${tuitionAt({ branchId, day: to })} tuition
    join ${orderTable} on orders.id = tuition.order_id
    left join ${enrolmentTable} place on place.id = tuition.enrolment_id
    where tuition.unearned <> 0 or tuition.net <> tuition.earned`,
};

/**
 * docs/figures.md, "Figure 22: credit" at the end of the range: the part of each payment that no
 * order and no refund has used.
 */
export const credit: ReportFigure = {
  key: 'credit',
  head: 'payer',
  slices: 'branch',
  groupings: ['branch', 'method', 'month'],
  columns: [
    { key: 'creditLAK', kind: 'money' },
    { key: 'payments', kind: 'sum' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        unit: 'rest.id',
        branch: 'rest.branch_id',
        student: 'rest.payer_student_id',
        payer: 'rest.payer_parent_id',
        day: 'rest.confirmed_day',
        method: 'rest.method',
        detail: 'receipt.number',
      },
      { creditLAK: 'rest.free', payments: '1' },
    )}
    from (
      with ${booksBefore(endOf(to), branchId)}
      select money.*, greatest(money.amount_lak, 0) - coalesce(uses.used, 0) as free
      from money
      left join (
        select payment_id, sum(amount_lak) as used from given where was = 'confirmed'
        group by payment_id) uses on uses.payment_id = money.id
      where money.was = 'confirmed'
    ) rest left join ${receiptTable} receipt on receipt.id = rest.receipt_id where rest.free <> 0`,
};

/**
 * docs/figures.md, "Figure 28: between branches" at the end of the range: each use of one branch's
 * money by another, and its settlements, under the branch that owes in the end; the opposite
 * direction counts against it.
 */
export const between: ReportFigure = {
  key: 'between',
  head: 'branch',
  groupings: ['pair', 'day', 'month'],
  columns: [
    { key: 'betweenLAK', kind: 'money' },
    { key: 'uses', kind: 'sum' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        unit: 'moved.id',
        branch: 'seen.branch',
        pair: "moved.owes || ' ' || moved.owed",
        day: 'moved.day',
        detail:
          "case when moved.is_settled then coalesce(moved.paid_from, 'settled') else receipt.number end",
      },
      { betweenLAK: 'moved.amount', uses: '1' },
    )}
    from (select both_ways.*, sum(amount) over (partition by owes, owed) as owing from (
      select id, ${dayOf(sql.raw('at'))} as day, owes, owed, amount, receipt_id, is_settled,
        paid_from
      from ${movedBetween(endOf(to))} there
      union all
      select id, ${dayOf(sql.raw('at'))}, owed, owes, -amount, receipt_id, is_settled, paid_from
      from ${movedBetween(endOf(to))} back
    ) both_ways) moved left join ${receiptTable} receipt on receipt.id = moved.receipt_id
    cross join lateral (select ${
      branchId === undefined
        ? sql`moved.owes`
        : sql`
      ${branchId}::uuid`
    } as branch) seen
    where moved.owing > 0 and seen.branch in (moved.owes, moved.owed)`,
};
