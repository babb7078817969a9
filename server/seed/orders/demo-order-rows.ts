import { uuidv7 } from 'uuidv7';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { searchText } from '#server/db/search-text.ts';
import { addLine, addPart } from '#server/ledger/books/posting.ts';
import { addDemoPrint } from './printed-paper.ts';
import { moveStock, reserveStock } from '#server/ledger/stock/stock-levels.ts';
import { payBank, payCash } from './demo-money-rows.ts';
import {
  actAt,
  NOTE,
  type DemoLine,
  type DemoOrder,
  type OrderStage,
  type SeededOrder,
} from './demo-order-stage.ts';

const HOUR_MS = 3_600_000;

const offOf = ({ amountLAK, percentOff = 0 }: DemoLine) => (amountLAK * percentOff) / 100;

function writeLines(
  { discount }: OrderStage,
  { act, orderId }: SeededOrder,
  { lines, pay }: DemoOrder,
): string[] {
  let position = 0;
  const next = () => (position += 1);
  const ids = lines.map(({ percentOff, ...line }) => {
    const id = addLine(act, {
      orderId,
      position: next(),
      quantity: 1,
      unitPrice: line.amountLAK,
      ...line,
    });
    const { studentId, enrolmentId, amountLAK } = line;
    if (percentOff !== undefined)
      addLine(act, {
        orderId,
        position: next(),
        kind: 'discount',
        ofLineId: id,
        studentId,
        enrolmentId,
        ...discount,
        percent: percentOff,
        amountLAK: -offOf({ ...line, amountLAK, percentOff }),
      });
    return id;
  });
  if (pay !== 'void') return ids;
  for (const [at, { amountLAK, sessions, percentOff: _none, ...line }] of lines.entries()) {
    addLine(act, {
      orderId,
      position: next(),
      ofLineId: ids[at] ?? null,
      quantity: -1,
      sessions: -sessions,
      unitPrice: amountLAK,
      amountLAK: -amountLAK,
      reason: 'ຜິດຄົນ · wrong family',
      ...line,
    });
  }
  return ids;
}

/**
 * Issues the goods of an order; those that are collected later, or belong to a hold, are reserved.
 * Products without stock need nothing.
 */
async function writeGoods(
  { tx, stock, branchId, clerkOn }: OrderStage,
  { lines, pay, at: soldAt }: DemoOrder,
  { orderId, number }: SeededOrder,
  lineIds: readonly string[],
): Promise<void> {
  for (const [at, { productId }] of lines.entries()) {
    if (productId === null || !stock.levels.has(`${productId}:${branchId}`)) continue;
    if (pay === 'later' || pay === 'hold')
      await reserveStock(tx, stock, [{ productId, branchId, qtyChange: 1 }]);
    else
      await moveStock({ tx, user: clerkOn(dayInLaos(Date.parse(soldAt))) }, stock, [
        {
          productId,
          branchId,
          type: 'sale',
          qtyChange: -1,
          paper: 'order',
          paperId: orderId,
          paperNumber: number,
          lineId: String(lineIds[at]),
        },
      ]);
  }
}

const halfOf = (sum: number) => Math.ceil(sum / 2 / NOTE) * NOTE;

/** Writes the money that came with an order, and the instalments for the rest. */
function writeMoney(stage: OrderStage, order: DemoOrder, written: SeededOrder): void {
  const { totalLAK: sum, act, orderId } = written;
  const { pay, paidAt, restDue } = order;
  const half = halfOf(sum);
  const desk = paidAt === undefined ? stage : stage.of(paidAt);
  if (pay === 'slip' || pay === 'openSlip' || pay === 'qr')
    payBank(desk, order, written, {
      amountLAK: sum,
      method: pay === 'qr' ? 'qr' : 'transfer',
      isLookedAt: pay !== 'openSlip',
    });
  else if (['cash', 'later', 'half', 'tooMuch', 'baht'].includes(pay))
    payCash(desk, order, written, {
      paid: pay === 'half' ? half : sum,
      free: pay === 'tooMuch' ? NOTE : 0,
      inBaht: pay === 'baht',
    });
  else addDemoPrint(act, 'invoice', orderId);
  if (pay === 'void') return;
  const due = restDue ?? addDays(act.day, stage.dueDays);
  if (pay === 'half') addPart(act, { orderId, position: 1, dueOn: act.day, amountLAK: half });
  addPart(act, {
    orderId,
    position: pay === 'half' ? 2 : 1,
    dueOn: ['half', 'nothing', 'hold', 'openSlip'].includes(pay) ? due : act.day,
    amountLAK: pay === 'half' ? sum - half : sum,
  });
}

/** Writes one order of the demo with its lines, money and goods, as of its time. */
export async function writeDemoOrder(stage: OrderStage, order: DemoOrder): Promise<SeededOrder> {
  const { branchId, posting, now, numbers } = stage;
  const { at, pay, lines, payerParentId, payerStudentId } = order;
  const act = actAt(stage, at);
  const [orderId, number] = [uuidv7(), numbers.next('order', at)];
  const totalLAK =
    pay === 'void' ? 0 : lines.reduce((total, line) => total + line.amountLAK - offOf(line), 0);
  const isHeld = pay === 'hold';
  const byId = act.user._id;
  const ended =
    pay === 'void'
      ? {
          state: 'void' as const,
          voidedAt: at,
          voidedById: byId,
          voidReason: 'ຜິດຄົນ · wrong family',
        }
      : {
          state: isHeld ? ('held' as const) : ('confirmed' as const),
          voidedAt: null,
          voidedById: null,
          voidReason: null,
        };
  const words = { number, walkInName: '', walkInPhone: '' };
  const row = {
    _id: orderId,
    ...words,
    branchId,
    clientRef: uuidv7(),
    source: 'desk' as const,
    payerParentId,
    payerStudentId,
    ...ended,
    holdUntil: isHeld ? new Date(now + 20 * HOUR_MS).toISOString() : null,
    holdOnPurpose: false,
    confirmedAt: isHeld ? null : at,
    confirmedDay: isHeld ? null : act.day,
    totalLAK,
    paidLAK: 0,
    pendingLAK: 0,
    note: '',
    byId,
    at,
    day: act.day,
    search: searchText(words, ['number', 'walkInName', 'walkInPhone']),
  };
  posting.rows.orders.push(row);
  const written: SeededOrder = { orderId, number, totalLAK, act, row };
  const lineIds = writeLines(stage, written, order);
  writeMoney(stage, order, written);
  await writeGoods(stage, order, written, lineIds);
  return written;
}

/** Pays the second half of an order, by the method of the first. */
export function writeRest(stage: OrderStage, order: DemoOrder, written: SeededOrder): void {
  const later = { ...written, act: actAt(stage, order.restAt ?? '') };
  const amountLAK = written.totalLAK - halfOf(written.totalLAK);
  if (amountLAK <= 0) return;
  if (Number(written.number.slice(-1)) % 3 === 0)
    payBank(stage, order, later, { amountLAK, method: 'qr', isLookedAt: true });
  else payCash(stage, order, later, { paid: amountLAK, free: 0, inBaht: false });
}
