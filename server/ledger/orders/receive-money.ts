import { and, eq, gte, inArray, max, ne, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import type { VisitInput, VisitTender } from '#contract/desk/visits.ts';
import type { VisitMoney } from '#contract/desk/visit-answers.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import {
  addAllocation,
  addDrawerRow,
  addPayment,
  addReceipt,
  type NewReceipt,
  type Posting,
  addLine,
} from '#server/ledger/books/posting.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { ROUNDING_NAMES } from './order-lines.ts';
import { changeFree, type FreePayment, type Payer, openBalance } from './payer-account.ts';
import { receiptContent } from './receipt-content.ts';

/** Money that pays orders, with the part that is not allocated yet. */
type Source = { paymentId: string; left: number; isPending: boolean; asCredit: boolean };
/** The money that one order received, and its rounding. */
export type OrderReceived = {
  orderId: string;
  paidLAK: number;
  pendingLAK: number;
  roundingLAK: number;
};

/**
 * True if a payment that waits or counts has this slip, or any payment of another payer. A slip
 * that was rejected or is void may be recorded again by the payer who sent it. Two writes cannot
 * both find it free, because the books of their branch are locked. No payment is older than its
 * slip, so an index finds the few that can have it.
 */
async function isSlipTaken(
  tx: Tx,
  slipFileId: string,
  { branchId, payer, mendedId: except }: TenderOptions,
): Promise<boolean> {
  const uploadedAt = tx
    .select({ at: fileTable.createdAt })
    .from(fileTable)
    .where(eq(fileTable._id, slipFileId));
  const others = and(
    eq(paymentTable.branchId, branchId),
    gte(paymentTable.at, uploadedAt),
    eq(paymentTable.slipFileId, slipFileId),
    or(
      inArray(paymentTable.state, ['pending', 'confirmed']),
      sql`(${paymentTable.payerParentId}, ${paymentTable.payerStudentId})
        is distinct from (${payer.payerParentId}::uuid, ${payer.payerStudentId}::uuid)`,
    ),
    except === undefined ? undefined : ne(paymentTable._id, except),
  );
  return (await tx.$count(paymentTable, others)) > 0;
}

type TenderOptions = {
  branchId: string;
  /** Both ids are null for a walk-in. */
  payer: Payer;
  pathOf?: (at: number) => string;
  /** The payment that the tender replaces; it hands its slip over. */
  mendedId?: string;
};

/**
 * Throws for an account of another branch or currency, and for a slip that may not be given to this
 * payment. Call it behind the lock of the books.
 */
export async function requireTenders(
  tx: Tx,
  user: SignedInUser,
  tenders: readonly Omit<VisitTender, 'key'>[],
  options: TenderOptions,
): Promise<void> {
  const { branchId, pathOf = (at) => `tenders.${at}.` } = options;
  const slips = new Set<string>();
  for (const [at, { bankAccountId, currency, slipFileId }] of tenders.entries()) {
    const field = `${pathOf(at)}slipFileId`;
    await requireFile(tx, user, { field, fileId: slipFileId, purpose: 'slip', branchId });
    if (slipFileId !== null) {
      const isTwice = slips.has(slipFileId.toLowerCase());
      if (isTwice || (await isSlipTaken(tx, slipFileId, options)))
        throw fieldsInvalid({ [field]: 'slipTaken' });
      slips.add(slipFileId.toLowerCase());
    }
    if (bankAccountId === null) continue;
    const fits = and(
      eq(bankAccountTable._id, bankAccountId),
      eq(bankAccountTable.branchId, branchId),
      eq(bankAccountTable.currency, currency),
      eq(bankAccountTable.active, true),
    );
    if ((await tx.$count(bankAccountTable, fits)) === 0)
      throw fieldsInvalid({ [`${pathOf(at)}bankAccountId`]: 'invalid' });
  }
}

/** Takes the credit from the oldest free money first. */
function creditSources(free: readonly FreePayment[], wanted: number): Source[] {
  let left = wanted;
  return free.flatMap(({ _id, freeLAK }) => {
    const used = Math.min(left, freeLAK);
    left -= used;
    return used > 0 ? [{ paymentId: _id, left: used, isPending: false, asCredit: true }] : [];
  });
}

/** Allocates the money to the orders one after the other, to each the amount that was priced. */
function allocate(
  posting: Posting,
  sources: readonly Source[],
  shares: readonly { orderId: string; paidLAK: number; roundingLAK: number }[],
): OrderReceived[] {
  return shares.map(({ orderId, paidLAK, roundingLAK }) => {
    const got = { orderId, paidLAK: 0, pendingLAK: 0, roundingLAK };
    let wanted = paidLAK;
    for (const source of sources) {
      const amountLAK = Math.min(wanted, source.left);
      if (amountLAK === 0) continue;
      addAllocation(posting, {
        paymentId: source.paymentId,
        orderId,
        amountLAK,
        asCredit: source.asCredit,
      });
      source.left -= amountLAK;
      wanted -= amountLAK;
      got[source.isPending ? 'pendingLAK' : 'paidLAK'] += amountLAK;
    }
    return got;
  });
}

/**
 * The cash payment that change in a currency is taken off, as in the sums: the same currency first,
 * then kip, then any.
 */
function rowOfChange(
  rows: readonly { _id: string; currency: string }[],
  currency: string,
): string | null {
  const rowIn = (wanted: string) => rows.find((row) => row.currency === wanted);
  return (rowIn(currency) ?? rowIn('LAK') ?? rows[0])?._id ?? null;
}

type MoneyOfVisit = {
  input: Pick<VisitInput, 'branchId' | 'tenders' | 'shiftId'>;
  priced: PricedVisit;
  rates: VisitRates;
  payer: Payer;
  free: readonly FreePayment[];
  orderIdOf: (orderId: string | null) => string;
};

type Row = PricedVisit['rows'][number] & { _id: string; isCash: boolean };

/** Money in the sequence in which it pays: credit first, then bank money, then cash. */
const sourcesOf = (credit: readonly Source[], rows: readonly Row[]): Source[] => [
  ...credit,
  ...[...rows.filter(({ isCash }) => !isCash), ...rows.filter(({ isCash }) => isCash)].map(
    ({ _id, amountLAK, isCash }) => ({
      paymentId: _id,
      left: amountLAK,
      isPending: !isCash,
      asCredit: false,
    }),
  ),
];

/** Gathers the payment of one row of money and, for cash, its movement of the drawer. */
function postRow(
  posting: Posting,
  row: Row,
  { input, rates, payer }: Pick<MoneyOfVisit, 'input' | 'rates' | 'payer'>,
  { freeLAK, receiptId }: { freeLAK: number; receiptId: string | null },
): void {
  const tender = input.tenders.find(({ key }) => key === row.key);
  const { _id, method, currency, tendered, rate, amountLAK, isCash } = row;
  const bank = isCash
    ? {}
    : {
        bankAccountId: tender?.bankAccountId ?? null,
        reference: tender?.reference ?? '',
        slipFileId: tender?.slipFileId ?? null,
      };
  const rateId = currency === 'LAK' ? null : (rates[currency]?.rateId ?? null);
  addPayment(posting, {
    _id,
    branchId: input.branchId,
    ...payer,
    method,
    currency,
    tendered,
    rate,
    rateId,
    amountLAK,
    freeLAK,
    state: isCash ? 'confirmed' : 'pending',
    ...bank,
    receiptId: isCash ? receiptId : null,
    shiftId: isCash ? input.shiftId : null,
  });
  if (isCash && input.shiftId !== null)
    addDrawerRow(posting, {
      shiftId: input.shiftId,
      kind: 'tender',
      currency,
      amount: tendered,
      paymentId: _id,
    });
}

/**
 * Gathers all money of a visit or a later payment: payments, one receipt for its cash, movements of
 * the drawer, and allocations to orders.
 */
export async function postMoney(
  posting: Posting,
  { input, priced, rates, payer, free, orderIdOf }: MoneyOfVisit,
): Promise<{ receipt: NewReceipt | null; money: OrderReceived[] }> {
  const rows = priced.rows.map((row) => ({ ...row, _id: uuidv7(), isCash: row.method === 'cash' }));
  const cash = rows.filter(({ isCash }) => isCash);
  const credit = creditSources(free, priced.creditLAK);
  const used = new Map(credit.map(({ paymentId, left }) => [paymentId, -left]));
  const sources = sourcesOf(credit, rows);
  const money = allocate(
    posting,
    sources,
    priced.shares.map((share) => ({ ...share, orderId: orderIdOf(share.orderId) })),
  );
  const receipt =
    cash.length === 0
      ? null
      : await addReceipt(posting, {
          branchId: input.branchId,
          kind: 'received',
          amountLAK: priced.cashLAK,
          content: receiptContent(posting, cash, priced, payer),
        });
  for (const row of rows) {
    const freeLAK = sources.find(({ paymentId }) => paymentId === row._id)?.left ?? 0;
    postRow(posting, row, { input, rates, payer }, { freeLAK, receiptId: receipt?._id ?? null });
  }
  for (const { currency, amount } of priced.change) {
    if (input.shiftId !== null)
      addDrawerRow(posting, {
        shiftId: input.shiftId,
        kind: 'change',
        currency,
        amount: -amount,
        paymentId: rowOfChange(cash, currency),
      });
  }
  await changeFree(posting, used);
  return { receipt, money };
}

/**
 * Adds money to orders that existed before, and the rounding of the payment to those that it falls
 * on.
 */
export async function payOrders(
  posting: Posting,
  money: readonly OrderReceived[],
  receiptId: string | null,
): Promise<void> {
  const { tx } = posting;
  for (const { orderId, paidLAK, pendingLAK, roundingLAK } of money) {
    if (roundingLAK !== 0) {
      const [last] = await tx
        .select({ position: max(orderLineTable.position) })
        .from(orderLineTable)
        .where(eq(orderLineTable.orderId, orderId));
      addLine(posting, {
        orderId,
        position: (last?.position ?? 0) + 1,
        kind: 'rounding',
        ...ROUNDING_NAMES,
        amountLAK: roundingLAK,
        receiptId,
      });
    }
    const { totalLAK, paidLAK: paid, pendingLAK: pending } = orderTable;
    await tx
      .update(orderTable)
      .set({
        totalLAK: sql`${totalLAK} + ${roundingLAK}`,
        paidLAK: sql`${paid} + ${paidLAK}`,
        pendingLAK: sql`${pending} + ${pendingLAK}`,
      })
      .where(eq(orderTable._id, orderId));
  }
}

/**
 * The money of a visit or a later payment as the answer says it: the rows that came, and the sums
 * that older orders got. It is read after these orders were written.
 */
export async function receivedMoney(
  tx: Tx,
  { rows, shares, creditLAK, toCreditLAK }: PricedVisit,
  money: readonly OrderReceived[],
): Promise<VisitMoney> {
  const ids = shares.flatMap(({ orderId }) => orderId ?? []);
  const orders =
    ids.length === 0 ? [] : await tx.select().from(orderTable).where(inArray(orderTable._id, ids));
  const paid = ids.flatMap((id) => {
    const order = orders.find(({ _id }) => _id === id);
    const given = money.find(({ orderId }) => orderId === id);
    if (!order || !given) return [];
    const { paidLAK, pendingLAK } = given;
    return { orderId: id, number: order.number, paidLAK, pendingLAK, restLAK: openBalance(order) };
  });
  return {
    received: rows.map(({ method, currency, tendered, amountLAK }) => ({
      method,
      currency,
      amount: tendered,
      amountLAK,
    })),
    creditLAK,
    toCreditLAK,
    paid,
  };
}
