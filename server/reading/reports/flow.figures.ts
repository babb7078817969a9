import { sql } from 'drizzle-orm';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { addDays } from '#contract/dates.ts';
import { endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import {
  billedLines,
  discountLines,
  receivedIn,
  tenderedIn,
} from '#server/ledger/figures/flows.ts';
import { tuitionAt } from '#server/ledger/figures/standing.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { lineNetView, orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

const overTime = ['day', 'week', 'month'] as const;

/** docs/figures.md, "Figure 15: received": every receipt and refund of the range. */
export const received: ReportFigure = {
  key: 'received',
  head: 'payer',
  slices: 'branchAndMonth',
  groupings: ['method', 'tender', 'branch', 'drawer', 'cashier', ...overTime],
  columns: [
    { key: 'receivedLAK', kind: 'money' },
    { key: 'payments', kind: 'sum' },
  ],
  facts: (range) => sql`
    select ${fact(
      {
        unit: 'payment.id',
        branch: 'payment.branch_id',
        day: 'payment.confirmed_day',
        student: 'payment.payer_student_id',
        payer: 'payment.payer_parent_id',
        method: 'payment.method',
        tender: "payment.method || ' ' || payment.currency",
        drawer: 'drawer.name',
        cashier: "cashier.first_name || ' ' || cashier.last_name",
        detail: 'receipt.number',
      },
      { receivedLAK: 'payment.amount_lak', payments: '1' },
    )}
    from ${paymentTable} payment
    left join ${shiftTable} shift on shift.id = payment.shift_id
    left join ${drawerTable} drawer on drawer.id = shift.drawer_id
    left join ${userTable} cashier on cashier.id = payment.recorded_by_id
    left join ${receiptTable} receipt on receipt.id = payment.receipt_id
    where ${receivedIn(range)}`,
};

/**
 * docs/figures.md, "Figure 15: received" by currency: every drawer movement and every transferred
 * amount.
 */
export const tenders: ReportFigure = {
  key: 'tenders',
  head: 'payer',
  slices: 'branchAndMonth',
  groupings: ['kind', 'method', 'branch', ...overTime],
  columns: priceCurrencies.map((currency) => ({ key: `in${currency}`, kind: currency })),
  facts: (range) => sql`
    select ${fact(
      {
        unit: 'tendered.id',
        branch: 'tendered.branch_id',
        day: 'tendered.day',
        student: 'payment.payer_student_id',
        payer: 'payment.payer_parent_id',
        method: 'tendered.method',
        kind: "case tendered.method when 'cash' then 'cash' else 'bank' end",
        detail: 'receipt.number',
      },
      Object.fromEntries(
        priceCurrencies.map((currency) => [
          `in${currency}`,
          sql`
      case when tendered.currency = ${currency} then tendered.amount else 0 end`,
        ]),
      ),
    )}
    from ${tenderedIn(range)} tendered
    left join ${paymentTable} payment on payment.id = tendered.payment_id
    left join ${receiptTable} receipt on receipt.id = payment.receipt_id`,
};

/**
 * docs/figures.md, "Figure 14: billed": every billed line, by the course of its enrolment;
 * reductions are also shown separately.
 */
export const billed: ReportFigure = {
  key: 'billed',
  slices: 'branchAndMonth',
  groupings: ['course', 'kind', 'branch', 'class', 'term', ...overTime],
  columns: [
    { key: 'billedLAK', kind: 'money' },
    { key: 'discountLAK', kind: 'money' },
    { key: 'lines', kind: 'sum' },
  ],
  facts: (range) => sql`
    select ${fact(
      {
        unit: 'line.id',
        student: 'line.student_id',
        class: 'place.class_id',
        branch: 'line.branch_id',
        day: 'line.billed_day',
        order: 'line.order_id',
        kind: 'line.kind',
        detail: 'line.number',
      },
      {
        billedLAK: 'line.amount_lak',
        discountLAK: "case when line.kind = 'discount' then -line.amount_lak else 0 end",
        lines: '1',
      },
    )}
    from (
      select line.*, orders.branch_id, orders.number,
        greatest(
          (line.at at time zone 'Asia/Vientiane')::date, orders.confirmed_day
        ) as billed_day ${billedLines(range)}
    ) line
    left join ${orderLineTable} charged on charged.id = line.of_line_id
    left join ${enrolmentTable} place on place.id = coalesce(
      line.enrolment_id, charged.enrolment_id
    )`,
};

/**
 * docs/figures.md, "Figure 21: discounts": reductions by rule, or by hand with the reason and the
 * approver.
 */
export const discounts: ReportFigure = {
  key: 'discounts',
  slices: 'branchAndMonth',
  groupings: ['discount', 'branch', 'course', 'class', ...overTime],
  columns: [
    { key: 'discountLAK', kind: 'money' },
    { key: 'lines', kind: 'sum' },
  ],
  facts: (range) => sql`
    select ${fact(
      {
        unit: 'line.id',
        student: 'line.student_id',
        class: 'place.class_id',
        branch: 'line.branch_id',
        day: 'line.billed_day',
        order: 'line.order_id',
        discount: 'line.discount',
        detail: 'line.number',
      },
      { discountLAK: '-line.amount_lak', lines: '1' },
    )}
    from ${discountLines(range)} line
    left join ${orderLineTable} charged on charged.id = line.of_line_id
    left join ${enrolmentTable} place on place.id = coalesce(
      line.enrolment_id, charged.enrolment_id
    )`,
};

/**
 * docs/figures.md, "Figure 17: earned tuition": the amount that each tuition line earned by the end
 * of the range, less the amount before it.
 */
export const earned: ReportFigure = {
  key: 'earned',
  slices: 'branch',
  groupings: ['course', 'class', 'branch', 'teacher', 'term'],
  columns: [
    { key: 'earnedLAK', kind: 'money' },
    { key: 'tuitionLines', kind: 'sum' },
  ],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      {
        unit: 'now.id',
        student: 'place.student_id',
        class: 'now.class_id',
        branch: 'orders.branch_id',
        order: 'now.order_id',
        detail: 'orders.number',
      },
      { earnedLAK: 'now.earned - coalesce(before.earned, 0)', tuitionLines: '1' },
    )}
    from ${tuitionAt({ branchId, day: to })} now
    left join ${tuitionAt({ branchId, day: addDays(from, -1) })} before on before.id = now.id
    join ${orderTable} on orders.id = now.order_id
    left join ${enrolmentTable} place on place.id = now.enrolment_id
    where now.earned <> coalesce(before.earned, 0)`,
};

/**
 * docs/figures.md, "Figure 27: sales of products": product lines of the range. Goods that were
 * handed over cost what their movements say; all others cost what the product costs now, and are
 * counted separately.
 */
export const productsFigure: ReportFigure = {
  key: 'products',
  slices: 'branchAndMonth',
  groupings: ['product', 'branch', ...overTime],
  columns: [
    { key: 'netLAK', kind: 'money' },
    { key: 'pieces', kind: 'sum' },
    { key: 'grossLAK', kind: 'money' },
    { key: 'discountLAK', kind: 'money' },
    { key: 'costLAK', kind: 'money' },
    { key: 'marginLAK', kind: 'money' },
    { key: 'atCurrentCost', kind: 'sum' },
  ],
  facts: (range) => sql`
    select ${fact(
      {
        unit: 'line.id',
        student: 'line.student_id',
        branch: 'line.branch_id',
        day: 'line.billed_day',
        order: 'line.order_id',
        product: 'line.sold_id::text',
        detail: 'line.number',
      },
      {
        netLAK: 'line.amount_lak',
        pieces: 'line.pieces',
        grossLAK: 'line.amount_lak - line.off',
        discountLAK: '-line.off',
        costLAK: 'line.cost',
        marginLAK: 'line.amount_lak - line.cost',
        atCurrentCost: 'line.pieces - line.moved',
      },
    )}
    from (
      select line.*,
        coalesce(moved.cost, 0) + (
          line.pieces - coalesce(moved.pieces, 0)
        ) * coalesce(product.cost_lak, 0) as cost,
        coalesce(moved.pieces, 0) as moved
      from (
        select line.*, orders.branch_id, orders.number,
          greatest(
            (line.at at time zone 'Asia/Vientiane')::date, orders.confirmed_day
          ) as billed_day,
          coalesce(line.product_id, charged.product_id) as sold_id,
          case when line.kind = 'product' then 0 else line.amount_lak end as off,
            case when line.kind = 'product' then line.quantity else 0 end as pieces
        ${billedLines(range, {
          from: lineNetView,
          more: sql`
          left join ${orderLineTable} charged on charged.id = line.of_line_id`,
        })}
          and (
            line.kind = 'product'
            or (line.kind in ('discount', 'adjustment') and charged.kind = 'product'))
      ) line left join ${productTable} product on product.id = line.sold_id
      left join lateral (
        select -sum(move.qty_change) as pieces,
          -sum(move.qty_change * coalesce(move.unit_cost_lak, product.cost_lak, 0)) as cost
        from ${stockMovementTable} move
        where move.line_id = line.id and line.kind = 'product'
      ) moved on true
    ) line`,
};

/**
 * The stock at the end of the range, valued at the cost of the last delivery before it; without
 * one, at the product's cost now.
 */
export const stock: ReportFigure = {
  key: 'stock',
  head: 'branch',
  slices: 'branch',
  groupings: ['product', 'branch'],
  columns: [
    { key: 'stockLAK', kind: 'money' },
    { key: 'pieces', kind: 'sum' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        unit: "held.product_id || ' ' || held.branch_id",
        branch: 'held.branch_id',
        product: 'held.product_id::text',
        detail: 'product.sku',
      },
      {
        stockLAK: 'held.pieces * coalesce(bought.unit_cost_lak, product.cost_lak, 0)',
        pieces: 'held.pieces',
      },
    )}
    from (
      select level.product_id, level.branch_id,
        level.on_hand - coalesce(later.moved, 0) as pieces
      from ${stockLevelTable} level
      left join (
        select product_id, branch_id, sum(qty_change) as moved
        from ${stockMovementTable} move
        where move.at >= ${endOf(to)} and ${inBranch(sql.raw('move.branch_id'), branchId)}
        group by 1, 2
      ) later on later.product_id = level.product_id and later.branch_id = level.branch_id
      where ${inBranch(sql.raw('level.branch_id'), branchId)}
    ) held
    join ${productTable} product on product.id = held.product_id
    left join lateral (
      select unit_cost_lak
      from ${stockMovementTable} move
      where move.product_id = held.product_id
        and move.type in ('purchaseIn', 'opening')
        and move.unit_cost_lak is not null
        and move.at < ${endOf(to)}
      order by move.at desc, move.id desc
      limit 1
    ) bought on true
    where held.pieces <> 0`,
};
