import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/auth.ts';
import { dayInLaos } from '#contract/people.ts';
import { addDays } from '#contract/timetable.ts';
import type { Tx } from '#server/db/client.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/lib/search-text.ts';
import { addAllocation, addDrawerRow, addLine, addPart, addPayment, addPrint, addReceipt, type Posting } from '#server/modules/books/posting.ts';
import type { LockedStock } from '#server/modules/stock/lock-stock.ts';
import { moveStock, reserveStock } from '#server/modules/stock/move-stock.ts';

const HOUR_MS = 3_600_000;
const NOTE = 50_000;

/** How an order of the demo was paid, or what became of it. */
export type DemoPay = 'cash' | 'half' | 'slip' | 'openSlip' | 'tooMuch' | 'later' | 'nothing' | 'hold' | 'void';
type DemoLine = { kind: 'tuition' | 'product'; studentId: string | null; enrolmentId: string | null; feeId: string | null; productId: string | null; sessions: number; amountLAK: number; nameEn: string; nameLo: string; coversFrom?: string; coversTo?: string };
export type DemoOrder = { at: string; payerParentId: string | null; payerStudentId: string | null; pay: DemoPay; lines: DemoLine[] };

export type OrderStage = {
  tx: Tx;
  posting: Posting;
  branchId: string;
  clerk: SignedInUser;
  /** Who looks at slips; another person than the clerk. */
  verifier: SignedInUser;
  stock: LockedStock;
  now: number;
  dueDays: number;
  bankAccountId: string | null;
  shiftOf: (at: string) => string;
};

type Written = { orderId: string; number: string; totalLAK: number; act: Posting };

/** Cash of an order with its receipt; what is above the order is credit. */
async function payCash({ branchId, shiftOf }: OrderStage, { payerParentId, payerStudentId }: DemoOrder, { orderId, act }: Written, paid: number, free = 0): Promise<void> {
  const [paymentId, shiftId, amountLAK] = [uuidv7(), shiftOf(act.at), paid + free];
  const tendered = free > 0 ? amountLAK : Math.ceil(amountLAK / NOTE) * NOTE;
  const payer = { payerParentId, payerStudentId };
  const change = tendered - amountLAK;
  const row = { paymentId, method: 'cash' as const, currency: 'LAK' as const, tendered, rate: '1', amountLAK };
  const receipt = await addReceipt(act, { branchId, kind: 'received', amountLAK, content: { payer, rows: [{ ...row, allocations: [{ orderId, amountLAK: paid }] }], change: change > 0 ? [{ currency: 'LAK', amount: change }] : [] } });
  addPayment(act, { _id: paymentId, branchId, ...payer, method: 'cash', currency: 'LAK', tendered, rate: '1', amountLAK, freeLAK: free, state: 'confirmed', receiptId: receipt._id, shiftId });
  addAllocation(act, { paymentId, orderId, amountLAK: paid, asCredit: false });
  addDrawerRow(act, { shiftId, kind: 'tender', currency: 'LAK', amount: tendered, paymentId });
  if (change > 0) addDrawerRow(act, { shiftId, kind: 'change', currency: 'LAK', amount: -change, paymentId });
  addPrint(act, 'receipt', receipt._id);
}

/** Bank money: what somebody looked at has a receipt, the rest waits. */
async function paySlip({ branchId, bankAccountId, verifier }: OrderStage, { payerParentId, payerStudentId }: DemoOrder, { orderId, number, totalLAK, act }: Written, isLookedAt: boolean): Promise<void> {
  const paymentId = uuidv7();
  const payer = { payerParentId, payerStudentId };
  const row = { paymentId, method: 'transfer' as const, currency: 'LAK' as const, tendered: totalLAK, rate: '1', amountLAK: totalLAK };
  const content = { payer, rows: [{ ...row, allocations: [{ orderId, amountLAK: totalLAK }] }], change: [] };
  const receipt = isLookedAt ? await addReceipt({ ...act, user: verifier }, { branchId, kind: 'received', amountLAK: totalLAK, content }) : null;
  addPayment(act, { _id: paymentId, branchId, ...payer, method: 'transfer', currency: 'LAK', tendered: totalLAK, rate: '1', amountLAK: totalLAK, freeLAK: 0, state: receipt ? 'confirmed' : 'pending', bankAccountId, reference: `FT${number.slice(-6)}`, receiptId: receipt?._id ?? null });
  if (receipt) Object.assign(act.rows.payments.at(-1) ?? {}, { decidedById: verifier._id });
  addAllocation(act, { paymentId, orderId, amountLAK: totalLAK, asCredit: false });
  addPrint(act, 'invoice', orderId);
}

function writeLines({ act, orderId }: Written, { lines, pay }: DemoOrder): string[] {
  const ids = lines.map(({ amountLAK, ...line }, at) => addLine(act, { orderId, position: at + 1, quantity: 1, unitPrice: amountLAK, amountLAK, ...line }));
  if (pay !== 'void') return ids;
  for (const [at, { amountLAK, sessions, ...line }] of lines.entries()) {
    addLine(act, { orderId, position: lines.length + at + 1, ofLineId: ids[at] ?? null, quantity: -1, sessions: -sessions, unitPrice: amountLAK, amountLAK: -amountLAK, reason: 'ຜິດຄົນ · wrong family', ...line });
  }
  return ids;
}

/** Books of today go over the counter; what is taken later, or held, is kept. */
async function writeGoods({ tx, stock, branchId, clerk }: OrderStage, { lines, pay }: DemoOrder, { orderId, number }: Written, lineIds: readonly string[]): Promise<void> {
  for (const [at, { productId }] of lines.entries()) {
    if (productId === null) continue;
    if (pay === 'later' || pay === 'hold') await reserveStock(tx, stock, [{ productId, branchId, qtyChange: 1 }]);
    else await moveStock({ tx, user: clerk }, stock, [{ productId, branchId, type: 'sale', qtyChange: -1, paper: 'order', paperId: orderId, paperNumber: number, lineId: String(lineIds[at]) }]);
  }
}

/** Writes one order of the demo with its lines, money and goods, as of its time. */
export async function writeDemoOrder(stage: OrderStage, order: DemoOrder): Promise<void> {
  const { tx, branchId, posting, now, dueDays } = stage;
  const { at, pay, lines, payerParentId, payerStudentId } = order;
  const day = dayInLaos(Date.parse(at));
  const act = { ...posting, at, day };
  const sum = lines.reduce((total, { amountLAK }) => total + amountLAK, 0);
  const [orderId, number] = [uuidv7(), await nextBranchNumber(tx, 'order', branchId, at)];
  const totalLAK = pay === 'void' ? 0 : sum;
  const written: Written = { orderId, number, totalLAK, act };
  const half = Math.ceil(sum / 2 / NOTE) * NOTE;
  const paidLAK = { cash: sum, later: sum, tooMuch: sum, slip: sum, half, openSlip: 0, nothing: 0, hold: 0, void: 0 }[pay];
  const isHeld = pay === 'hold';
  const ended = pay === 'void' ? { state: 'void' as const, voidedAt: at, voidedById: posting.user._id, voidReason: 'ຜິດຄົນ · wrong family' } : { state: isHeld ? ('held' as const) : ('confirmed' as const), voidedAt: null, voidedById: null, voidReason: null };
  const row = { number, walkInName: '', walkInPhone: '' };
  posting.rows.orders.push({
    ...{ _id: orderId, ...row, branchId, clientRef: uuidv7(), source: 'desk', payerParentId, payerStudentId, ...ended },
    ...{ holdUntil: isHeld ? new Date(now + 20 * HOUR_MS).toISOString() : null, holdOnPurpose: false, confirmedAt: isHeld ? null : at, confirmedDay: isHeld ? null : day },
    ...{ totalLAK, paidLAK, pendingLAK: pay === 'openSlip' ? sum : 0, note: '', byId: posting.user._id, at, day, search: searchText(row, ['number', 'walkInName', 'walkInPhone']) },
  });
  const lineIds = writeLines(written, order);
  if (pay === 'slip' || pay === 'openSlip') await paySlip(stage, order, written, pay === 'slip');
  else if (paidLAK > 0) await payCash(stage, order, written, paidLAK, pay === 'tooMuch' ? NOTE : 0);
  else addPrint(act, 'invoice', orderId);
  if (pay !== 'void') {
    if (pay === 'half') addPart(act, { orderId, position: 1, dueOn: day, amountLAK: half });
    addPart(act, { orderId, position: pay === 'half' ? 2 : 1, dueOn: paidLAK < sum ? addDays(day, dueDays) : day, amountLAK: pay === 'half' ? sum - half : sum });
  }
  await writeGoods(stage, order, written, lineIds);
}
