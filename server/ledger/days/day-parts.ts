import { and, between, desc, eq, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DayRecord, DayTotals, DrawerOfDay, OpenSlip } from '#contract/money/days.ts';
import type { Shift } from '#contract/money/drawers.ts';
import { MAX_LAST_RECEIPTS } from '#contract/money/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { safeGivenBy } from '#server/ledger/drawers/drawer-sums.ts';
import { readShifts } from '#server/ledger/drawers/drawers.service.ts';
import { latinNameOf, nameOfPayer } from '#server/people/students/payer-name.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  bankAccountTable,
  paymentTable,
  allocationTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { chainBefore, flowsOf, noFlow, type Days } from './day-flows.ts';

/** True while this drawer keeps its day from being closed. */
export const isInTheWay = ({ closedAt, toBeAccepted }: Pick<Shift, 'closedAt' | 'toBeAccepted'>) =>
  closedAt === null || toBeAccepted;

async function drawersOf(
  db: Db | Tx,
  user: SignedInUser,
  { branchId, from, to }: Days,
): Promise<(DrawerOfDay & { day: string })[]> {
  const shifts = await readShifts(
    db,
    user,
    and(eq(shiftTable.branchId, branchId), between(shiftTable.day, from, to)),
  );
  const toSafe = await safeGivenBy(
    db,
    shifts.map(({ _id }) => _id),
  );
  return shifts
    .toReversed()
    .map(
      ({
        _id: shiftId,
        day,
        drawerName,
        openedBy,
        closedBy,
        expected,
        counts,
        difference,
        openingDifference,
        toBeAccepted,
      }) => {
        const nothing = { LAK: 0, THB: 0, USD: 0 };
        return {
          day,
          shiftId,
          drawerName,
          openedBy,
          closedBy,
          expected: expected ?? nothing,
          counted: counts,
          difference,
          openingDifference,
          toSafe: toSafe.get(shiftId) ?? nothing,
          toBeAccepted,
        };
      },
    );
}

const orderOf = sql<string>`coalesce((
  select charged_order.number from ${allocationTable} allocation
  join ${orderTable} charged_order on charged_order.id = allocation.order_id
  where allocation.payment_id = ${paymentTable._id}
  order by allocation.at limit 1), '')`;

/** Every slip of the branch that is still to be verified; it has no day yet. */
function openSlipsOf(db: Db | Tx, branchId: string): Promise<OpenSlip[]> {
  const { _id, reference, currency, tendered, amountLAK, at, state } = paymentTable;
  return db
    .select({
      paymentId: _id,
      payerName: nameOfPayer,
      payerNameEn: latinNameOf(paymentTable.payerStudentId),
      orderNumber: orderOf,
      bank: sql<string>`coalesce(${bankAccountTable.bank}, '')`,
      reference,
      currency,
      tendered,
      amountLAK,
      at,
    })
    .from(paymentTable)
    .leftJoin(bankAccountTable, eq(bankAccountTable._id, paymentTable.bankAccountId))
    .where(and(eq(paymentTable.branchId, branchId), eq(state, 'pending')))
    .orderBy(at, _id);
}

/**
 * The current totals of days, in the order of `days`; open slips have no day, so the last day lists
 * them.
 */
export async function totalsNow(
  db: Db | Tx,
  user: SignedInUser,
  branchId: string,
  days: readonly string[],
): Promise<{ day: string; totals: DayTotals }[]> {
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  const within = { branchId, from, to };
  const flows = await flowsOf(db, within);
  const drawers = await drawersOf(db, user, within);
  const slips = await openSlipsOf(db, branchId);
  let chain = await chainBefore(db, within);
  return days.map((day) => {
    const flow = flows.get(day) ?? { ...noFlow, chain };
    chain = flow.chain;
    const own = drawers.filter((one) => one.day === day).map(({ day: _day, ...drawer }) => drawer);
    return { day, totals: { ...flow, drawers: own, slips: day === to ? slips : [] } };
  });
}

/** The last receipts of a day by any method, because a visit paid by bank alone is in no drawer. */
export function receiptsOfDay(
  db: Db,
  branchId: string,
  day: string,
): Promise<DayRecord['receipts']> {
  const { number, at, amountLAK } = receiptTable;
  return db
    .select({
      number,
      at,
      amountLAK,
      payerName: sql<string>`coalesce(max(${nameOfPayer}), '')`,
      payerNameEn: sql<string>`coalesce(max(${latinNameOf(paymentTable.payerStudentId)}), '')`,
      methods: sql<
        string[]
      >`coalesce(array_agg(distinct ${paymentTable.method}) filter (where ${paymentTable.method} is not null),
        '{}')`,
      isVoid: sql<boolean>`coalesce(bool_and(${paymentTable.state} = 'void'), false)`,
    })
    .from(receiptTable)
    .leftJoin(paymentTable, eq(paymentTable.receiptId, receiptTable._id))
    .where(and(eq(receiptTable.branchId, branchId), eq(receiptTable.day, day)))
    .groupBy(receiptTable._id)
    .orderBy(desc(receiptTable.chainNo))
    .limit(MAX_LAST_RECEIPTS);
}
