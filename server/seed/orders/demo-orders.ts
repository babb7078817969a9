import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { searchText } from '#server/db/search-text.ts';
import { openBooks, beginPosting, flush, type Posting } from '#server/ledger/books/posting.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { lockStock } from '#server/ledger/stock/stock-levels.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { demoBranches } from '#server/seed/demo-branches.ts';
import { clerksOf, peopleOf, type SeedColleague } from '#server/seed/history/colleagues.ts';
import { familiesOf } from './demo-families.ts';
import { demoNumbers } from './demo-numbers.ts';
import { writeDemoOrder, writeRest } from './demo-order-rows.ts';
import type { DemoOrder, DemoRate, OrderStage, SeededOrder } from './demo-order-stage.ts';
import { A_MONTH, pastOrders, todaysOrders } from './demo-plan.ts';
import { closeDemoShifts, fillDemoSafe, openDemoShift, type DemoShift } from './demo-shifts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The course that is paid by the month. */
const MONTHLY = 'CHN-H1';
const HOME = 'VTE';
/** The branch whose desk was empty today, and whose last drawer is uncounted. */
const FORGETFUL = 'PKS';

/** Adds a monthly fee beside the one for the term. */
async function addMonthlyFee(tx: Tx): Promise<void> {
  const [like] = await tx
    .select({ fee: courseFeeTable })
    .from(courseFeeTable)
    .innerJoin(courseTable, eq(courseTable._id, courseFeeTable.courseId))
    .where(and(eq(courseTable.code, MONTHLY), eq(courseFeeTable.basis, 'term')));
  if (!like) return;
  const _id = uuidv7();
  await tx.insert(courseFeeTable).values({
    ...like.fee,
    _id,
    seriesId: _id,
    name: 'ຄ່າຮຽນຕໍ່ເດືອນ',
    amount: A_MONTH,
    basis: 'month',
    prorate: 'none',
    minDeposit: null,
  });
}

/** Adds the discount for the second child of a family. */
async function addSiblingRule(tx: Tx): Promise<OrderStage['discount']> {
  const names = { nameEn: 'Second child', nameLo: 'ລູກຜູ້ທີສອງ' };
  const rule = {
    ...names,
    _id: uuidv7(),
    kind: 'secondChild' as const,
    on: 'tuition' as const,
    percent: 10,
    amountLAK: null,
    until: null,
    addsUp: false,
    active: true,
  };
  await tx
    .insert(discountRuleTable)
    .values({ ...rule, search: searchText(names, ['nameEn', 'nameLo']) });
  return { ...names, ruleId: rule._id };
}

type Branch = { _id: string; code: string; dueDays: number };
type Shared = Pick<
  OrderStage,
  'tx' | 'posting' | 'verifier' | 'now' | 'rate' | 'discount' | 'of'
> & { people: readonly SeedColleague[] };

async function stageOf({ people, ...shared }: Shared, branch: Branch) {
  const { tx, posting, now } = shared;
  const branchId = branch._id;
  const clerks = clerksOf(people, branchId);
  const [first] = clerks;
  if (!first) throw new Error('The demo accounts are not there');
  // The clerks take turns day by day.
  const clerkOn = (day: string) =>
    clerks[Math.floor(Date.parse(day) / DAY_MS) % clerks.length] ?? first;
  const [drawer] = await tx
    .select({ _id: drawerTable._id })
    .from(drawerTable)
    .where(eq(drawerTable.branchId, branchId));
  const [account] = await tx
    .select({ _id: bankAccountTable._id })
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable.branchId, branchId), eq(bankAccountTable.isDefault, true)));
  const products = await tx
    .select()
    .from(productTable)
    .where(and(eq(productTable.trackStock, true), eq(productTable.currency, 'LAK')))
    .orderBy(productTable.sku)
    .limit(4);
  const services = await tx
    .select()
    .from(productTable)
    .where(and(eq(productTable.trackStock, false), eq(productTable.currency, 'LAK')))
    .orderBy(productTable.sku);
  const stock = await lockStock(
    tx,
    products.map(({ _id: productId }) => ({ productId, branchId })),
  );
  const today = dayInLaos(now);
  const from = Math.max(Date.parse(`${today}T00:00:00+07:00`), now - 3 * HOUR_MS);
  const shifts = new Map<string, DemoShift>();
  const shiftOf = (at: string) =>
    openDemoShift({ ...posting, user: clerkOn(dayInLaos(Date.parse(at))) }, shifts, {
      drawerId: drawer?._id ?? '',
      branchId,
      today,
      from,
      at,
    });
  const stage: OrderStage = {
    ...shared,
    branchId,
    numbers: demoNumbers(tx, branch),
    clerkOn,
    stock,
    dueDays: branch.dueDays,
    bankAccountId: account?._id ?? null,
    shiftOf,
  };
  const families = await familiesOf(tx, branchId);
  const past = pastOrders(families, {
    today,
    chance: chanceFrom(branch.code.charCodeAt(0)),
    isHome: branch.code === HOME,
    services,
  });
  const isForgetful = branch.code === FORGETFUL;
  const orders = isForgetful
    ? past
    : [...past, ...todaysOrders(families, products, { from, to: now })];
  const lastDay = () => [...shifts.keys()].toSorted().at(-1) ?? today;
  return {
    stage,
    orders,
    finish: () => closeDemoShifts(tx, posting, shifts, [isForgetful ? lastDay() : today]),
  };
}

type Staged = Awaited<ReturnType<typeof stageOf>>;

/** Lets some families of other branches pay at the desk of the home branch. */
function payElsewhere(staged: readonly Staged[], home: string | undefined): void {
  for (const { stage, orders } of staged) {
    if (stage.branchId === home || home === undefined) continue;
    const tuition = orders.filter(
      ({ pay, lines }) => (pay === 'cash' || pay === 'half') && lines[0]?.kind === 'tuition',
    );
    for (const [at, order] of tuition.entries()) if (at % 14 === 5) order.paidAt = home;
  }
}

/**
 * Writes the events of all branches in the order of time, because order and receipt numbers follow
 * it.
 */
async function writeInTime(staged: readonly Staged[]): Promise<void> {
  const events = staged.flatMap(({ stage, orders }) =>
    orders.flatMap((order) => [
      { at: order.at, stage, order, isRest: false },
      ...(order.restAt ? [{ at: order.restAt, stage, order, isRest: true }] : []),
    ]),
  );
  const written = new Map<DemoOrder, SeededOrder>();
  for (const { stage, order, isRest } of events.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const before = written.get(order);
    if (isRest && before) writeRest(stage, order, before);
    else written.set(order, await writeDemoOrder(stage, order));
  }
}

/** The baht rate from the middle of the demo's history. */
async function bahtRate(tx: Tx): Promise<DemoRate | undefined> {
  const rows = await tx
    .select({ rateId: exchangeRateTable._id, rate: exchangeRateTable.rateToLAK })
    .from(exchangeRateTable)
    .where(eq(exchangeRateTable.currency, 'THB'))
    .orderBy(exchangeRateTable.createdAt);
  return rows[0];
}

/**
 * Adds orders of all terms in the demo branches, and a morning at the desk: paid, part-paid, by
 * slips, held, collected later, void, with credit, and with open drawers. `tx` contains the demo
 * centre.
 */
export async function addDemoOrders(tx: Tx): Promise<void> {
  const people = await peopleOf(tx);
  const verifier = people.find(({ role }) => role === 'finance');
  const [clerk] = clerksOf(people, '');
  if (!clerk || !verifier) throw new Error('The demo accounts are not there');
  const now = Date.parse(await transactionNow(tx));
  await addMonthlyFee(tx);
  const { _id, code, dueDays } = branchTable;
  const branches = await tx
    .select({ _id, code, dueDays })
    .from(branchTable)
    .where(
      inArray(
        code,
        demoBranches.map((one) => one.code),
      ),
    )
    .orderBy(code);
  const posting: Posting = beginPosting(
    await openBooks(
      tx,
      branches.map((branch) => branch._id),
    ),
    clerk,
  );
  const stages = new Map<string, OrderStage>();
  const of = (branchId: string) => {
    const stage = stages.get(branchId);
    if (!stage) throw new Error('No such demo branch');
    return stage;
  };
  const shared = {
    tx,
    posting,
    verifier,
    now,
    rate: await bahtRate(tx),
    discount: await addSiblingRule(tx),
    of,
    people,
  };
  const staged: Staged[] = [];
  for (const branch of branches) {
    const one = await stageOf(shared, branch);
    stages.set(branch._id, one.stage);
    staged.push(one);
  }
  payElsewhere(staged, branches.find((branch) => branch.code === HOME)?._id);
  await writeInTime(staged);
  for (const { finish } of staged) await finish();
  for (const { stage } of staged) await stage.numbers.save();
  await flush(posting, { mayRunShort: true });
  await fillDemoSafe(tx);
  await tx.execute(sql`
    update ${enrolmentTable}
    set fee_id = line.fee_id, price = line.amount_lak, currency = 'LAK', basis = fee.basis,
      no_charge_reason = ''
    from ${orderLineTable} line
    join ${courseFeeTable} fee on fee.id = line.fee_id
    where line.enrolment_id = enrolments.id and line.kind = 'tuition'`);
}
