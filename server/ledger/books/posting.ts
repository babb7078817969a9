import { inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayInLaos } from '#contract/dates.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import type { ReceiptKind } from '#contract/orders/payments.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  bookTable,
  dayTable,
  printTable,
  receiptTable,
} from '#server/db/tables/ledger/books.table.ts';
import { insertTogether } from '#server/db/insert-many.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { ClockWrong, clockProblem } from './posting-clock.ts';
import { requireInDrawers } from './drawer-shortages.ts';

type Book = Pick<typeof bookTable.$inferSelect, 'branchId' | 'chainLength' | 'chainHead'>;

/** The locked books of the branches that a write posts in, and its single moment. */
export type OpenBooks = {
  tx: Tx;
  /**
   * The moment of the write, later than every posting of these branches before it; day, numbers and
   * all rows of the write use this moment.
   */
  at: string;
  /** The day in Vientiane. */
  day: string;
  books: ReadonlyMap<string, Book>;
};

type Moment = { now: string; at: string; newest: string | null; newestOfAll: string | null };

/**
 * Takes the moment of a posting behind the locked books, and keeps it as their newest: the
 * database's clock, or a millisecond after the newest posting if the clock does not say more.
 */
async function takeMoment(tx: Tx, ids: readonly string[]): Promise<Moment & { isClosed: boolean }> {
  const branchIds = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await tx.execute<Moment & { isClosed: boolean }>(sql`
    with known as (
      select clock_timestamp() as now, max(posted_at) as newest_of_all,
        max(posted_at) filter (where branch_id = any(${branchIds})) as newest
      from ${bookTable}
    ), moment as (
      select *, greatest(date_trunc('milliseconds', now),
        newest + interval '1 millisecond') as at
      from known
    ), kept as (
      update ${bookTable} set posted_at = moment.at from moment where branch_id = any(${branchIds})
    )
    select now, at, newest, newest_of_all as "newestOfAll",
      exists (
        select from ${dayTable}
        where branch_id = any(${branchIds})
          and day = (at at time zone 'Asia/Vientiane')::date
          and closed_at is not null) as "isClosed",
      set_config('branchdesk.posted_at', at::text, true)
    from moment`);
  const [row] = rows;
  if (!row) throw new Error('The database tells no time');
  const iso = (moment: unknown) => new Date(String(moment)).toISOString();
  const isoOrNull = (moment: unknown) => (moment === null ? null : iso(moment));
  return {
    now: iso(row.now),
    at: iso(row.at),
    newest: isoOrNull(row.newest),
    newestOfAll: isoOrNull(row.newestOfAll),
    isClosed: row.isClosed,
  };
}

/**
 * Locks books after all other locks, and reads the clock once; 409 in a closed day, except to
 * reopen it, and while the clock is wrong.
 */
export async function openBooks(
  tx: Tx,
  branchIds: readonly string[],
  { evenClosed = false } = {},
): Promise<OpenBooks> {
  const ids = [...new Set(branchIds)];
  const { branchId, chainLength, chainHead } = bookTable;
  const rows = await tx
    .select({ branchId, chainLength, chainHead })
    .from(bookTable)
    .where(inArray(branchId, ids))
    .orderBy(branchId)
    .for('update');
  if (rows.length < ids.length) throw new ApiError('notFound');
  const moment = await takeMoment(tx, ids);
  if (clockProblem({ ...moment, processNow: Date.now() }) !== undefined)
    throw new ClockWrong(ids[0] ?? null, moment.now);
  if (moment.isClosed && !evenClosed) throw new ApiError('dayClosed');
  const { at } = moment;
  return {
    tx,
    at,
    day: dayInLaos(Date.parse(at)),
    books: new Map(rows.map((row) => [row.branchId, row])),
  };
}

/** The tables that a posting writes to. */
const tables = {
  orders: orderTable,
  receipts: receiptTable,
  payments: paymentTable,
  lines: orderLineTable,
  allocations: allocationTable,
  instalments: instalmentTable,
  movements: drawerMovementTable,
  prints: printTable,
};

type Tables = typeof tables;

type Rows = { [Name in keyof Tables]: Tables[Name]['$inferInsert'][] };

/** The author of the rows; the server itself has no id. */
type Author = { _id: string | null };

/** One write in the books: its moment, and the rows that it gathers and then writes together. */
export type Posting = OpenBooks & { user: Author; rows: Rows };

export const beginPosting = (books: OpenBooks, user: Author): Posting => ({
  ...books,
  user,
  rows: {
    orders: [],
    receipts: [],
    payments: [],
    lines: [],
    allocations: [],
    instalments: [],
    movements: [],
    prints: [],
  },
});

type Line = typeof orderLineTable.$inferInsert;

type Needed = 'orderId' | 'position' | 'kind' | 'nameEn' | 'nameLo' | 'amountLAK';

/** Gathers a line. It sets every field, because all rows of one statement have the same ones. */
export function addLine(
  { at, user, rows }: Posting,
  line: Pick<Line, Needed> & Partial<Line>,
): string {
  const _id = uuidv7();
  rows.lines.push({
    ofLineId: null,
    studentId: null,
    enrolmentId: null,
    feeId: null,
    productId: null,
    quantity: 0,
    sessions: 0,
    unitPrice: 0,
    currency: 'LAK',
    rate: '1',
    rateId: null,
    minimumLAK: 0,
    coversFrom: null,
    coversTo: null,
    ruleId: null,
    percent: null,
    reason: '',
    approvedById: null,
    receiptId: null,
    ...line,
    _id,
    byId: user._id,
    at,
  });
  return _id;
}

type Payment = typeof paymentTable.$inferInsert;

/** Gathers a payment. The caller chooses its id, because the receipt that it is on names it. */
export function addPayment(
  { at, day, user, rows }: Posting,
  payment: Omit<Payment, 'at' | 'recordedById'> & { _id: string },
): void {
  const isConfirmed = payment.state === 'confirmed';
  rows.payments.push({
    bankAccountId: null,
    reference: '',
    slipFileId: null,
    receiptId: null,
    shiftId: null,
    rateId: null,
    mendsId: null,
    reason: null,
    ...payment,
    recordedById: user._id,
    at,
    decidedById: isConfirmed ? user._id : null,
    decidedAt: isConfirmed ? at : null,
    confirmedDay: isConfirmed ? day : null,
    voidedById: null,
    voidedAt: null,
  });
}

export function addAllocation(
  { at, user, rows }: Posting,
  row: { paymentId: string; amountLAK: number; asCredit: boolean; reversesId?: string } & (
    { orderId: string } | { refundId: string }
  ),
): void {
  rows.allocations.push({
    reversesId: null,
    orderId: null,
    refundId: null,
    ...row,
    _id: uuidv7(),
    byId: user._id,
    at,
  });
}

type Movement = typeof drawerMovementTable.$inferInsert;

/**
 * Gathers a drawer movement of a payment; `flush` refuses it if the drawer holds too little.
 */
export function addDrawerRow(
  { at, user, rows }: Posting,
  row: Pick<Movement, 'shiftId' | 'kind' | 'currency' | 'amount' | 'paymentId'> &
    Partial<Pick<Movement, 'reason' | 'paidOutKind' | 'countedInShiftId'>>,
): void {
  rows.movements.push({
    reason: '',
    paidOutKind: null,
    countedInShiftId: null,
    ...row,
    _id: uuidv7(),
    receivedBy: '',
    byId: user._id,
    at,
  });
}

export function addPart(
  { at, user, rows }: Posting,
  part: Pick<
    typeof instalmentTable.$inferInsert,
    'orderId' | 'position' | 'dueOn' | 'amountLAK'
  > & { reason?: string },
): void {
  rows.instalments.push({ reason: '', ...part, _id: uuidv7(), byId: user._id, at, endedAt: null });
}

export type NewReceipt = { _id: string; number: string; check: string };

type Receipt = { branchId: string; kind: ReceiptKind; amountLAK: number; content: object };

/**
 * Gathers a receipt with a number that was taken already, and lengthens the chain of its branch.
 * `content` holds only facts that never change afterwards.
 */
export function chainReceipt(
  { at, day, user, books, rows }: Posting,
  number: string,
  { branchId, kind, amountLAK, content }: Receipt,
): NewReceipt {
  const book = books.get(branchId);
  if (!book) throw new Error('A receipt needs the open book of its branch');
  const text = JSON.stringify({
    v: 1,
    number,
    branchId,
    at,
    kind,
    amountLAK,
    by: user._id,
    ...content,
  });
  const hash = hashOf(book.chainHead, text);
  const _id = uuidv7();
  rows.receipts.push({
    _id,
    number,
    branchId,
    kind,
    chainNo: book.chainLength + 1,
    content: text,
    previousHash: book.chainHead,
    hash,
    amountLAK,
    byId: user._id,
    at,
    day,
  });
  book.chainLength += 1;
  book.chainHead = hash;
  return { _id, number, check: hash.slice(0, CHECK_LETTERS) };
}

/** Gathers a receipt under the next number of its branch. */
export async function addReceipt(posting: Posting, receipt: Receipt): Promise<NewReceipt> {
  return chainReceipt(
    posting,
    await nextBranchNumber(posting.tx, 'receipt', receipt.branchId, posting.at),
    receipt,
  );
}

/**
 * Writes the gathered rows, and the heads of the chains, by one statement. Throws if more money
 * leaves a drawer than it holds together with the money that comes in by the same act, unless the
 * money has left already (`mayRunShort`).
 */
export async function flush(
  { tx, rows, books }: Posting,
  { mayRunShort = false }: { mayRunShort?: boolean } = {},
): Promise<void> {
  if (!mayRunShort) await requireInDrawers(tx, rows.movements);
  const names = Object.keys(tables) as (keyof Tables)[];
  const heads = JSON.stringify([...books.values()]);
  await insertTogether(
    tx,
    names.map((name) => [tables[name], rows[name]]),
    sql`
      update ${bookTable}
      set chain_length = head."chainLength", chain_head = head."chainHead"
      from json_to_recordset(${heads}) as head("branchId" uuid, "chainLength" int, "chainHead" text)
      where books.branch_id = head."branchId"`,
  );
  for (const name of names) rows[name].length = 0;
}
