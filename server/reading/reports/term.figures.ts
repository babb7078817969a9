import { sql, type SQL } from 'drizzle-orm';
import { termFigures } from '#contract/reports/report-words.ts';
import { addDays } from '#contract/dates.ts';
import { booksBefore, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { tuitionAt } from '#server/ledger/figures/standing.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';

type At = { branchId: string | undefined; day: string };
type Term = Pick<ReportFigure, 'key' | 'groupings' | 'head'> & {
  /** 1 if the bridge adds the growth of the term, -1 if it subtracts it. */
  sign: 1 | -1;
  /** Every `id` with its `value` at the end of a day. */
  at: (at: At) => SQL;
  /** Further columns of a row, by its `id`. */
  columns?: string;
  about: Omit<Parameters<typeof fact>[0], 'unit'>;
  joins: string;
};

/**
 * One term of a bridge: the value of each row before the range, at its end, and the difference.
 * Each end is read once.
 */
const term = ({
  key,
  groupings,
  head = 'student',
  sign,
  at,
  columns = 'id',
  about,
  joins,
}: Term): ReportFigure => ({
  key,
  groupings,
  head,
  slices: 'branch',
  columns: [
    { key: 'termLAK', kind: 'money' },
    { key: 'beforeLAK', kind: 'money' },
    { key: 'afterLAK', kind: 'money' },
  ],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { unit: 'stood.id', ...about },
      {
        termLAK: sign === 1 ? 'stood.later - stood.earlier' : 'stood.earlier - stood.later',
        beforeLAK: 'stood.earlier',
        afterLAK: 'stood.later',
      },
    )}
    from (
      select ${sql.raw(columns)}, coalesce(sum(value) filter (where is_later), 0) as later,
        coalesce(sum(value) filter (where not is_later), 0) as earlier
      from (
        select true as is_later, now.*
        from (${at({ branchId, day: to })}) now
        union all
        select false, before.*
        from (${at({ branchId, day: addDays(from, -1) })}) before
      ) both_ends
      group by ${sql.raw(columns)}
    ) stood ${sql.raw(joins)}
    where stood.later <> 0 or stood.earlier <> 0`,
});

/** A term of orders; `value` is the SQL for the value of one order. */
const ofOrders = (key: ReportFigure['key'], sign: Term['sign'], value: string): ReportFigure =>
  term({
    key,
    sign,
    groupings: ['branch'],
    head: 'payer',
    at: ({ branchId, day }) =>
      sql`
        with ${booksBefore(endOf(day), branchId)} select id, coalesce(${sql.raw(value)}, 0) as value
        from bill`,
    about: {
      branch: 'orders.branch_id',
      student: 'orders.payer_student_id',
      payer: 'orders.payer_parent_id',
      day: 'orders.day',
      order: 'orders.id',
      detail: 'orders.number',
    },
    joins: 'join orders on orders.id = stood.id',
  });

const ofPayments = (key: ReportFigure['key'], sign: Term['sign'], at: Term['at']): ReportFigure =>
  term({
    key,
    sign,
    at,
    groupings: ['branch', 'method'],
    head: 'payer',
    about: {
      branch: 'payment.branch_id',
      student: 'payment.payer_student_id',
      payer: 'payment.payer_parent_id',
      day: 'payment.confirmed_day',
      method: 'payment.method',
      detail: 'receipt.number',
    },
    joins: `join payments payment on payment.id = stood.id
      left join receipts receipt on receipt.id = payment.receipt_id`,
  });

const ofTuition = (key: ReportFigure['key'], sign: Term['sign'], value: string): ReportFigure =>
  term({
    key,
    sign,
    groupings: ['course', 'class', 'branch'],
    at: (at) => sql`select id, ${sql.raw(value)} as value from ${tuitionAt(at)} tuition`,
    about: {
      branch: 'orders.branch_id',
      student: 'place.student_id',
      class: 'place.class_id',
      day: 'orders.confirmed_day',
      order: 'orders.id',
      detail: 'orders.number',
    },
    joins: `join order_lines line on line.id = stood.id join orders on orders.id = line.order_id
      left join enrolments place on place.id = line.enrolment_id`,
  });

const credit = ofPayments(
  termFigures.creditLAK,
  1,
  ({ branchId, day }) => sql`
  with ${booksBefore(endOf(day), branchId)}
  select money.id,
    case
      when money.was = 'confirmed' then greatest(money.amount_lak, 0) - coalesce(used.amount, 0)
      else 0 end as value
  from money
  left join (
    select payment_id, sum(amount_lak) as amount from given where was = 'confirmed' group by 1
  ) used on used.payment_id = money.id`,
);

const openingPayments = ofPayments(
  termFigures.openingPaymentsLAK,
  -1,
  ({ branchId, day }) => sql`
  with ${booksBefore(endOf(day), branchId)} select id, case when was = 'confirmed'
    and method = 'opening' then amount_lak else 0 end as value
  from money`,
);

/** Each use of one branch's money by another counts in both, with opposite signs. */
const between = term({
  key: termFigures.betweenLAK,
  sign: 1,
  groupings: ['branch'],
  head: 'payer',
  columns: 'id, payment_id, branch',
  at: ({ branchId, day }) => sql`
    with ${booksBefore(endOf(day), branchId)}
    select given.id || ' ' || seen.branch as id, given.payment_id, seen.branch,
      case
        when given.was <> 'confirmed' then 0
        when seen.branch = money_branch then given.amount_lak
        else -given.amount_lak end as value
    from given
    cross join lateral (values (money_branch), (used_branch)) seen (branch)
    where money_branch <> used_branch and ${inBranch(sql.raw('seen.branch'), branchId)}`,
  about: {
    branch: 'stood.branch',
    student: 'payment.payer_student_id',
    payer: 'payment.payer_parent_id',
    day: 'payment.confirmed_day',
    detail: 'receipt.number',
  },
  joins: `join payments payment on payment.id = stood.payment_id
      left join receipts receipt on receipt.id = payment.receipt_id`,
});

/** The terms of the financial report's bridges, besides figures that have tables of their own. */
export const termsOfBridges: readonly ReportFigure[] = [
  ofOrders(termFigures.owedLAK, -1, 'case when is_confirmed then total - paid - pending end'),
  ofOrders(termFigures.slipsLAK, -1, 'case when is_confirmed then pending end'),
  credit,
  ofOrders(termFigures.onHoldsLAK, 1, 'case when not is_confirmed then paid end'),
  ofOrders(termFigures.openingLinesLAK, 1, 'case when is_confirmed then opening end'),
  openingPayments,
  between,
  ofTuition(termFigures.billedTuitionLAK, 1, 'case when is_opening then 0 else net end'),
  ofTuition(termFigures.openingTuitionLAK, 1, 'case when is_opening then net else 0 end'),
  ofTuition(termFigures.notYetEarnedLAK, -1, 'net - earned'),
];
