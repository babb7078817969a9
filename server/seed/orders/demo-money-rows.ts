import { uuidv7 } from 'uuidv7';
import {
  addAllocation,
  addDrawerRow,
  addPayment,
  chainReceipt,
} from '#server/ledger/books/posting.ts';
import { addDemoPrint } from './printed-paper.ts';
import {
  actAt,
  NOTE,
  type DemoOrder,
  type DemoRate,
  type OrderStage,
  type SeededOrder,
} from './demo-order-stage.ts';

const BAHT_NOTE = 1000;
const MINOR = 100;

/** The cash handed over for an amount in kip, and the change in kip. */
function tenderOf(amountLAK: number, free: number, rate: DemoRate | undefined) {
  if (!rate) {
    const tendered = free > 0 ? amountLAK : Math.ceil(amountLAK / NOTE) * NOTE;
    return {
      currency: 'LAK' as const,
      tendered,
      rate: '1',
      rateId: null,
      change: tendered - amountLAK,
    };
  }
  const notes = Math.ceil(amountLAK / Number(rate.rate) / BAHT_NOTE) * BAHT_NOTE;
  return {
    currency: 'THB' as const,
    tendered: notes * MINOR,
    rate: rate.rate,
    rateId: rate.rateId,
    change: Math.floor(notes * Number(rate.rate)) - amountLAK,
  };
}

/** The desk that takes the money, with its clerk. */
const deskOf = (stage: OrderStage, { act }: SeededOrder) => actAt(stage, act.at);

/** Pays an order in cash with a receipt; a surplus becomes credit. */
export function payCash(
  stage: OrderStage,
  { payerParentId, payerStudentId }: DemoOrder,
  written: SeededOrder,
  { paid, free, inBaht }: { paid: number; free: number; inBaht: boolean },
): void {
  const { branchId, shiftOf, numbers } = stage;
  const { orderId, row: order } = written;
  const act = deskOf(stage, written);
  const [paymentId, shiftId, amountLAK] = [uuidv7(), shiftOf(act.at), paid + free];
  const { change, rateId, ...tender } = tenderOf(amountLAK, free, inBaht ? stage.rate : undefined);
  const payer = { payerParentId, payerStudentId };
  const row = { paymentId, method: 'cash' as const, ...tender, amountLAK };
  const content = {
    payer,
    rows: [{ ...row, allocations: [{ orderId, amountLAK: paid }] }],
    change: change > 0 ? [{ currency: 'LAK', amount: change }] : [],
  };
  const receipt = chainReceipt(act, numbers.next('receipt', act.at), {
    branchId,
    kind: 'received',
    amountLAK,
    content,
  });
  addPayment(act, {
    _id: paymentId,
    branchId,
    ...payer,
    method: 'cash',
    ...tender,
    rateId,
    amountLAK,
    freeLAK: free,
    state: 'confirmed',
    receiptId: receipt._id,
    shiftId,
  });
  addAllocation(act, { paymentId, orderId, amountLAK: paid, asCredit: false });
  addDrawerRow(act, {
    shiftId,
    kind: 'tender',
    currency: tender.currency,
    amount: tender.tendered,
    paymentId,
  });
  if (change > 0)
    addDrawerRow(act, { shiftId, kind: 'change', currency: 'LAK', amount: -change, paymentId });
  addDemoPrint(act, 'receipt', receipt._id);
  order.paidLAK = Number(order.paidLAK) + paid;
}

/** Pays an order by bank: verified slips get a receipt, the others wait. */
export function payBank(
  stage: OrderStage,
  { payerParentId, payerStudentId }: DemoOrder,
  written: SeededOrder,
  {
    amountLAK,
    method,
    isLookedAt,
  }: { amountLAK: number; method: 'qr' | 'transfer'; isLookedAt: boolean },
): void {
  const { branchId, bankAccountId, verifier, numbers } = stage;
  const { orderId, row: order } = written;
  const act = deskOf(stage, written);
  const paymentId = uuidv7();
  const payer = { payerParentId, payerStudentId };
  const money = { currency: 'LAK' as const, tendered: amountLAK, rate: '1', amountLAK };
  const content = {
    payer,
    rows: [{ paymentId, method, ...money, allocations: [{ orderId, amountLAK }] }],
    change: [],
  };
  const receipt = isLookedAt
    ? chainReceipt({ ...act, user: verifier }, numbers.next('receipt', act.at), {
        branchId,
        kind: 'received',
        amountLAK,
        content,
      })
    : null;
  // As a bank writes it: the day, and a unique number.
  const reference = `FT${act.day.replaceAll('-', '').slice(2)}${written.number.slice(-6)}${act.at === order.at ? '' : 'B'}`;
  addPayment(act, {
    _id: paymentId,
    branchId,
    ...payer,
    method,
    ...money,
    freeLAK: 0,
    state: receipt ? 'confirmed' : 'pending',
    bankAccountId,
    reference,
    receiptId: receipt?._id ?? null,
  });
  if (receipt) Object.assign(act.rows.payments.at(-1) ?? {}, { decidedById: verifier._id });
  addAllocation(act, { paymentId, orderId, amountLAK, asCredit: false });
  addDemoPrint(act, receipt ? 'receipt' : 'invoice', receipt?._id ?? orderId);
  if (receipt) order.paidLAK = Number(order.paidLAK) + amountLAK;
  else order.pendingLAK = amountLAK;
}
