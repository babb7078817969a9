import type { AccountRow, AccountRowKind } from '#contract/orders/family-account.ts';
import {
  isConfirmedAt,
  paymentStateAt,
  type AccountBill,
  type AccountPayment,
  type AccountFacts,
} from './account-facts.ts';

type Step = Omit<AccountRow, 'balanceLAK'>;
type Allocation = AccountFacts['allocations'][number];

const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

const empty = {
  isPending: false,
  order: null,
  lines: [],
  payment: null,
  receiptNumber: null,
  creditLAK: 0,
  given: [],
} as const satisfies Partial<Step>;

/**
 * The rows of a payer's account in one branch. The balance is the total of the branch's confirmed
 * orders, less the money allocated to them, less the unallocated rest of the money that this branch
 * received. Held orders, orders of other branches and their money are outside: money that goes
 * there or comes from there is a row.
 */
export class AccountBook {
  readonly #branchId: string;
  readonly #facts: AccountFacts;
  readonly #orders: Map<string, AccountBill>;
  readonly #byPayment: Map<string, Allocation[]>;
  /** Payments by the moments at which they changed. */
  readonly #touched: Map<string, AccountPayment[]>;
  /** The end of the requested day. */
  readonly #until: string;

  constructor(facts: AccountFacts, { branchId, until }: { branchId: string; until: string }) {
    this.#facts = facts;
    this.#branchId = branchId;
    this.#until = until;
    this.#orders = new Map(facts.orders.map((order) => [order._id, order]));
    this.#byPayment = groupBy(facts.allocations, ({ paymentId }) => paymentId);
    const moments = facts.payments
      .filter(({ amountLAK }) => amountLAK > 0)
      .flatMap((payment) =>
        [...new Set(this.#momentsOf(payment))].map((moment) => ({ moment, payment })),
      );
    this.#touched = new Map(
      [...groupBy(moments, ({ moment }) => moment)].map(([moment, rows]) => [
        moment,
        rows.map(({ payment }) => payment),
      ]),
    );
  }

  #momentsOf({ _id, at, decidedAt, voidedAt }: AccountPayment): string[] {
    const given = this.#byPayment.get(_id) ?? [];
    const confirmed = given.map(({ orderId }) =>
      orderId === null ? null : (this.#orders.get(orderId)?.confirmedAt ?? null),
    );
    return [at, decidedAt, voidedAt, ...given.map((one) => one.at), ...confirmed].filter(
      (moment) => moment !== null,
    );
  }

  #isOwn(orderId: string | null, moment: string): boolean {
    const order = orderId === null ? undefined : this.#orders.get(orderId);
    return order?.branchId === this.#branchId && isConfirmedAt(order, moment);
  }

  /**
   * The amount by which a payment lowers the balance: its allocations to confirmed orders here and,
   * if this branch received it, its unallocated rest.
   */
  #worthOf(payment: AccountPayment, moment: string): number {
    const given = (this.#byPayment.get(payment._id) ?? []).filter(({ at }) => at <= moment);
    const here = sumOf(given.filter(({ orderId }) => this.#isOwn(orderId, moment)));
    const isFree =
      payment.branchId === this.#branchId && paymentStateAt(payment, moment) === 'confirmed';
    return here + (isFree ? payment.amountLAK - sumOf(given) : 0);
  }

  #lineRows(moment: string): Step[] {
    const touched = groupBy(
      this.#facts.lines.filter(({ at }) => at === moment),
      ({ orderId }) => orderId,
    );
    return this.#facts.orders.flatMap((order) => {
      if (order.branchId !== this.#branchId || !isConfirmedAt(order, moment)) return [];
      const lines =
        order.confirmedAt === moment
          ? this.#facts.lines.filter(({ orderId, at }) => orderId === order._id && at <= moment)
          : (touched.get(order._id) ?? []);
      if (lines.length === 0) return [];
      const shown = lines.map(({ orderId: _order, position: _position, at: _at, ...line }) => line);
      return [
        {
          ...empty,
          key: `${order._id} ${moment}`,
          at: moment,
          kind: 'lines' as const,
          amountLAK: sumOf(lines),
          order: { _id: order._id, number: order.number },
          lines: shown,
        },
      ];
    });
  }

  #kindOf(payment: AccountPayment, acts: readonly Allocation[], moment: string): AccountRowKind {
    if (payment.branchId !== this.#branchId) return 'fromElsewhere';
    if (payment.at === moment) return 'payment';
    if (payment.voidedAt === moment) return 'voided';
    if (payment.decidedAt === moment) return payment.state === 'rejected' ? 'rejected' : 'verified';
    const given = this.#byPayment.get(payment._id) ?? [];
    if (
      given.some(
        ({ orderId }) => orderId !== null && this.#orders.get(orderId)?.confirmedAt === moment,
      )
    )
      return 'fromHold';
    const others = acts.flatMap(({ orderId }) =>
      orderId === null ? [] : (this.#orders.get(orderId) ?? []),
    );
    if (others.some((order) => order.branchId !== this.#branchId)) return 'toElsewhere';
    return others.some((order) => !isConfirmedAt(order, moment)) ? 'toHold' : 'moved';
  }

  /** The details of a payment that a desk may see: none if another branch received it. */
  #shown(payment: AccountPayment): Pick<Step, 'payment' | 'receiptNumber' | 'isPending'> {
    if (payment.branchId !== this.#branchId)
      return { payment: null, receiptNumber: null, isPending: false };
    const { _id, method, currency, tendered, rate, reference } = payment;
    const state = paymentStateAt(payment, this.#until);
    return {
      payment: { _id, method, currency, tendered, rate, reference },
      receiptNumber: state === 'pending' ? null : payment.receiptNumber,
      isPending: state === 'pending',
    };
  }

  /** The row for the effect of an act on one payment; its refunds have rows of their own. */
  #moneyRow(
    payment: AccountPayment,
    { before, moment, refunded }: { before: string; moment: string; refunded: number },
  ): Step[] {
    const acts = (this.#byPayment.get(payment._id) ?? []).filter(({ at }) => at === moment);
    const amountLAK = this.#worthOf(payment, before) - this.#worthOf(payment, moment) - refunded;
    const here = acts.filter(({ orderId }) => this.#isOwn(orderId, moment));
    const used = sumOf(here.filter(({ asCredit }) => asCredit));
    const isNew =
      payment.at === moment &&
      payment.branchId === this.#branchId &&
      (amountLAK !== 0 || here.length > 0);
    if (amountLAK === 0 && !isNew && used <= 0) return [];
    const kind = amountLAK === 0 && !isNew ? 'credit' : this.#kindOf(payment, acts, moment);
    const given = [...groupBy(here, ({ orderId }) => orderId)]
      .map(([orderId, rows]) => ({
        number: this.#orders.get(orderId)?.number ?? '',
        amountLAK: sumOf(rows),
      }))
      .filter((one) => one.amountLAK !== 0);
    return [
      {
        ...empty,
        ...this.#shown(payment),
        key: `${payment._id} ${moment}`,
        at: moment,
        kind,
        amountLAK,
        creditLAK: kind === 'credit' ? used : 0,
        given,
      },
    ];
  }

  /** The refunds of this branch, with the amount that was credit here. */
  #refundRows(refunds: ReadonlyMap<string, Allocation[]>, moment: string): Step[] {
    return this.#facts.payments.flatMap((refund) => {
      const parts = refunds.get(refund._id) ?? [];
      const amountLAK = sumOf(
        parts.filter(({ paymentId }) =>
          this.#facts.payments.some(
            (payment) => payment._id === paymentId && payment.branchId === this.#branchId,
          ),
        ),
      );
      if (parts.length === 0 || (amountLAK === 0 && refund.branchId !== this.#branchId)) return [];
      return [
        {
          ...empty,
          ...this.#shown(refund),
          key: `${refund._id} ${moment}`,
          at: moment,
          kind: refund.branchId === this.#branchId ? ('refund' as const) : ('toElsewhere' as const),
          amountLAK,
        },
      ];
    });
  }

  #rowsAt(moment: string, before: string): Step[] {
    const acts = this.#facts.allocations.filter(({ at }) => at === moment);
    const refunds = groupBy(acts, ({ refundId }) => refundId);
    const money = (this.#touched.get(moment) ?? []).flatMap((payment) => {
      if (payment.at > moment) return [];
      const refunded =
        payment.branchId === this.#branchId
          ? sumOf(acts.filter((act) => act.paymentId === payment._id && act.refundId !== null))
          : 0;
      return this.#moneyRow(payment, { before, moment, refunded });
    });
    // Rows that raise the balance come first, so that the running balance of an act does not dip
    // below zero.
    return [...this.#lineRows(moment), ...this.#refundRows(refunds, moment), ...money].toSorted(
      (a, b) => Number(a.amountLAK < 0) - Number(b.amountLAK < 0),
    );
  }

  /** Every row, oldest first, with the balance after it. */
  rows(): AccountRow[] {
    const { orders, lines, payments, allocations } = this.#facts;
    const times = [
      ...lines.map(({ at }) => at),
      ...allocations.map(({ at }) => at),
      ...orders.flatMap(({ confirmedAt }) => confirmedAt ?? []),
      ...payments.flatMap(({ at, decidedAt, voidedAt }) => [
        at,
        ...(decidedAt === null ? [] : [decidedAt]),
        ...(voidedAt === null ? [] : [voidedAt]),
      ]),
    ];
    const moments = [...new Set(times)].toSorted();
    let balanceLAK = 0;
    return moments.flatMap((moment, at) =>
      this.#rowsAt(moment, moments[at - 1] ?? '').map((step) => {
        balanceLAK += step.amountLAK;
        return { ...step, balanceLAK };
      }),
    );
  }
}
