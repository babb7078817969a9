import {
  partsOfPlace,
  sumsOfPlace,
  type OpeningBalance,
  type OpeningPlace,
} from '#contract/imports/opening-sums.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import type { movedMoneyTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';
import {
  postOpeningOrder,
  postOpeningPayment,
  type OpeningOf,
} from '#server/ledger/orders/post-openings.ts';
import { nextBranchNumbers } from '#server/lib/numbering.ts';
import type { DueMoney } from './due-money.ts';

/** The orders and the payment that a row of money has become. */
export type Written = Pick<
  typeof movedMoneyTable.$inferInsert,
  'orderId' | 'arrearsOrderId' | 'paymentId'
>;

const shownDay = (day: string) => day.split('-').reverse().join('/');

/** The words of a line: what it is for, and the agreed price that the sums are a part of. */
function wordsOfPlace(place: OpeningPlace, { nameEn, nameLo }: DueMoney['course']) {
  const { sessions, used, price, paid, currency } = place;
  const left = sessions - used;
  const shown = (amount: number) => `${shownAmount(amount, currency)} ${currency}`;
  return {
    nameEn: `Opening balance: ${nameEn || nameLo}, ${left} of ${sessions} sessions, price ${shown(price)}, paid before ${shown(paid)}`,
    nameLo: `ຍອດຍົກມາ: ${nameLo || nameEn}, ${left} ໃນ ${sessions} ຄັ້ງ, ລາຄາ ${shown(price)}, ຊຳລະກ່ອນໜ້າ ${shown(paid)}`,
  };
}

const ofDue = ({ branchId, money, rate, rateId }: DueMoney, payer: Payer): OpeningOf => ({
  branchId,
  payer,
  currency: money.currency,
  rate,
  rateId,
});

/** Gives the next number of an order in a branch. */
type NextNumber = (branchId: string) => string;

/** The number of orders that a row becomes. */
function ordersOf({ money, rate }: DueMoney): number {
  if (money.kind === 'place') return sumsOfPlace(money, rate).arrearsLAK === 0 ? 1 : 2;
  return money.kind === 'credit' ? 0 : 1;
}

/** Takes the numbers of all orders that some rows become, with one statement a branch. */
export async function takeOrderNumbers(
  { tx, at }: Posting,
  rows: readonly DueMoney[],
): Promise<NextNumber> {
  const numbers = new Map<string, string[]>();
  for (const branchId of new Set(rows.map((row) => row.branchId))) {
    const own = rows.filter((row) => row.branchId === branchId);
    const count = own.reduce((sum, row) => sum + ordersOf(row), 0);
    if (count > 0)
      numbers.set(branchId, await nextBranchNumbers(tx, 'opening', { branchId, at, count }));
  }
  return (branchId) => {
    const number = numbers.get(branchId)?.shift();
    if (number === undefined) throw new Error('More orders than numbers');
    return number;
  };
}

/** The order of a running place, and one of what was taught before and is not paid. */
function postPlace(
  posting: Posting,
  due: DueMoney,
  place: OpeningPlace,
  { payer, nextNumber }: { payer: Payer; nextNumber: NextNumber },
): Written {
  const of = ofDue(due, payer);
  const sums = sumsOfPlace(place, due.rate);
  const parts = partsOfPlace(place, due.rate, posting.day);
  const words = wordsOfPlace(place, due.course);
  const { studentId, enrolmentId, feeId } = due;
  const covers =
    place.paidUntil === null ? {} : { coversFrom: posting.day, coversTo: place.paidUntil };
  const orderId = postOpeningOrder(posting, of, {
    number: nextNumber(due.branchId),
    line: {
      kind: 'tuition',
      ...words,
      studentId,
      enrolmentId,
      feeId,
      quantity: 1,
      ...covers,
      sessions: sums.sessionsLeft,
      unitPrice: place.price,
      amountLAK: sums.lineLAK,
    },
    discount:
      sums.discountLAK === 0
        ? null
        : {
            kind: 'discount',
            nameEn: 'Discount',
            nameLo: 'ສ່ວນຫຼຸດ',
            studentId,
            enrolmentId,
            amountLAK: -sums.discountLAK,
            percent: place.percent,
            reason: place.reason,
            approvedById: posting.user._id,
          },
    paidLAK: sums.onLineLAK,
    parts: parts.line,
    note: '',
  });
  const arrearsOrderId =
    sums.arrearsLAK === 0
      ? null
      : postOpeningOrder(posting, of, {
          number: nextNumber(due.branchId),
          line: {
            kind: 'opening',
            ...words,
            studentId,
            quantity: 1,
            unitPrice: 0,
            amountLAK: sums.arrearsLAK,
          },
          discount: null,
          paidLAK: 0,
          parts: parts.arrears,
          note: '',
        });
  const paymentId =
    sums.paymentLAK === 0
      ? null
      : postOpeningPayment(posting, of, {
          tendered: sums.tendered,
          amountLAK: sums.paymentLAK,
          order: { orderId, amountLAK: sums.onLineLAK },
        });
  return { orderId, arrearsOrderId, paymentId };
}

/** A debt becomes an order with its old due day, a credit free money. */
function postBalance(
  posting: Posting,
  due: DueMoney,
  balance: OpeningBalance,
  { payer, nextNumber }: { payer: Payer; nextNumber: NextNumber },
): Written {
  const of = ofDue(due, payer);
  const { amount, kind, text, paper, billedOn, dueOn } = balance;
  const none = { orderId: null, arrearsOrderId: null, paymentId: null };
  if (kind === 'credit') {
    const amountLAK = due.sums.creditLAK;
    return { ...none, paymentId: postOpeningPayment(posting, of, { tendered: amount, amountLAK }) };
  }
  const { owedLAK: amountLAK } = due.sums;
  const orderId = postOpeningOrder(posting, of, {
    number: nextNumber(due.branchId),
    line: {
      kind: 'opening',
      studentId: due.studentId,
      quantity: 1,
      unitPrice: amount,
      amountLAK,
      nameEn: text === '' ? 'Opening balance' : `Opening balance: ${text}`,
      nameLo: text === '' ? 'ຍອດຍົກມາ' : `ຍອດຍົກມາ: ${text}`,
    },
    discount: null,
    paidLAK: 0,
    parts: [{ dueOn: dueOn ?? posting.day, amountLAK }],
    note: [paper, billedOn === null ? '' : shownDay(billedOn)].filter(Boolean).join(', '),
  });
  return { ...none, orderId };
}

/** Gathers the orders and payments of one row. */
export const postDue = (
  posting: Posting,
  due: DueMoney,
  by: { payer: Payer; nextNumber: NextNumber },
): Written =>
  due.money.kind === 'place'
    ? postPlace(posting, due, due.money, by)
    : postBalance(posting, due, due.money, by);
