import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayInLaos } from '#contract/people.ts';
import { addDays } from '#contract/timetable.ts';
import type { Tx } from '#server/db/client.ts';
import { databaseNow } from '#server/lib/database-clock.ts';
import { bankAccountTable } from '#server/modules/payments/payments.table.ts';
import { openBooks } from '#server/modules/books/open-books.ts';
import { beginPosting, flush, type Posting } from '#server/modules/books/posting.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { courseFeeTable } from '#server/modules/course-fees/course-fees.table.ts';
import { courseTable } from '#server/modules/courses/courses.table.ts';
import { drawerTable } from '#server/modules/drawers/drawers.table.ts';
import { productTable } from '#server/modules/products/products.table.ts';
import { lockStock } from '#server/modules/stock/lock-stock.ts';
import { publicUser } from '#server/modules/users/public-user.ts';
import { userTable } from '#server/modules/users/users.table.ts';
import { chanceFrom, type Chance } from '#server/db/seed/chance.ts';
import { demoBranches } from '#server/db/seed/demo-branches.ts';
import { openDemoShift, closeDemoShifts, fillDemoSafe, type DemoShift } from './demo-shifts.ts';
import { writeDemoOrder, type DemoOrder, type DemoPay, type OrderStage } from './demo-order-rows.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Days on which families came, counted back from today: the term before, and the running one. */
const EARLIER_DAYS = [132, 131, 129, 128, 125];
const RUNNING_DAYS = [38, 37, 35, 34, 31, 28, 21, 9, 2];
const TODAY_VISITS = 4;
/** The course that is paid by the month, what a month costs, and on which days from today the months end. */
const MONTHLY = 'CHN-H1';
const A_MONTH = 350_000;
const MONTHS_END = [-3, 12, 0, 18, 5, -1];
/** Of the families that were there in the term before. */
const CAME_BEFORE = 75;

type Child = { enrolmentId: string; studentId: string; payerParentId: string | null; feeId: string; monthFeeId: string | null; amount: number; nameEn: string; nameLo: string; classCode: string };
type Family = { payerParentId: string | null; payerStudentId: string | null; children: Child[] };

/** The families of a branch with their children in running classes. */
async function familiesOf(tx: Tx, branchId: string): Promise<Family[]> {
  const { rows } = await tx.execute<Child>(sql`
    select enrolment.id as "enrolmentId", enrolment.student_id as "studentId", link.parent_id as "payerParentId", fee.id as "feeId", monthly.id as "monthFeeId", fee.amount::int as amount, course.name_en as "nameEn", course.name_lo as "nameLo", class.class_code as "classCode"
    from enrolments enrolment join classes class on class.id = enrolment.class_id join courses course on course.id = enrolment.course_id
    join course_fees fee on fee.course_id = course.id and fee.basis = 'term' and fee.currency = 'LAK' and fee.active
    left join course_fees monthly on monthly.course_id = course.id and monthly.basis = 'month' and monthly.active
    left join guardians link on link.student_id = enrolment.student_id and link.is_payer
    where enrolment.branch_id = ${branchId} and enrolment.status = 'active' order by enrolment.id`);
  const families = new Map<string, Family>();
  for (const child of rows) {
    const key = child.payerParentId ?? child.studentId;
    const family = families.get(key) ?? { payerParentId: child.payerParentId, payerStudentId: child.payerParentId === null ? child.studentId : null, children: [] };
    family.children.push(child);
    families.set(key, family);
  }
  return [...families.values()];
}

const likely: readonly (readonly [DemoPay, number])[] = [
  ['cash', 66],
  ['slip', 14],
  ['half', 14],
  ['tooMuch', 3],
  ['nothing', 3],
];

/** What a place of the running term is charged: the term, or a month that is over by now or soon. */
function chargeOf({ feeId, amount, monthFeeId }: Child, at: number, today: string) {
  if (monthFeeId === null) return { feeId, sessions: 24, amountLAK: amount };
  const coversTo = addDays(today, MONTHS_END[at % MONTHS_END.length] ?? 0);
  return { feeId: monthFeeId, sessions: 8, amountLAK: A_MONTH, coversFrom: addDays(coversTo, -29), coversTo };
}

const linesOf = ({ children }: Family, running?: { at: number; today: string }): DemoOrder['lines'] =>
  children.map((child) => {
    const { studentId, enrolmentId, feeId, amount, nameEn, nameLo, classCode } = child;
    const line = { kind: 'tuition', studentId, productId: null } as const;
    if (!running) return { ...line, enrolmentId: null, feeId, sessions: 24, amountLAK: amount, nameEn, nameLo };
    return { ...line, enrolmentId, ...chargeOf(child, running.at, running.today), nameEn: `${nameEn} (${classCode})`, nameLo: `${nameLo} (${classCode})` };
  });

/** The moment of the n-th visit of a day between nine and five. */
const atDesk = (day: string, n: number) => new Date(Date.parse(`${day}T09:00:00+07:00`) + n * 11 * MINUTE_MS).toISOString();

/** What happened in a branch before today, in the order of time. */
function pastOrders(families: readonly Family[], today: string, chance: Chance): DemoOrder[] {
  const perDay = new Map<string, number>();
  const onDay = (days: readonly number[]) => {
    const day = addDays(today, -chance.pick(days));
    const n = perDay.get(day) ?? 0;
    perDay.set(day, n + 1);
    return atDesk(day, n);
  };
  const earlier = families.filter(() => chance.percent(CAME_BEFORE)).map((family): DemoOrder => ({ at: onDay(EARLIER_DAYS), ...family, pay: chance.percent(80) ? 'cash' : 'slip', lines: linesOf(family) }));
  const running = families.map((family, at): DemoOrder => ({ at: onDay(RUNNING_DAYS), ...family, pay: chance.weighted(likely), lines: linesOf(family, { at, today }) }));
  const wrong = families.slice(0, 2).map((family): DemoOrder => ({ at: onDay(RUNNING_DAYS), ...family, pay: 'void', lines: linesOf(family) }));
  return [...earlier, ...running, ...wrong].toSorted((a, b) => a.at.localeCompare(b.at));
}

type Product = Pick<typeof productTable.$inferSelect, '_id' | 'nameEn' | 'nameLo' | 'price'>;

/** This morning: books sold, one kept for later, a slip that nobody has looked at, and a hold. */
function todaysOrders(families: readonly Family[], products: readonly Product[], { from, to }: { from: number; to: number }): DemoOrder[] {
  const pays: readonly DemoPay[] = ['cash', 'later', 'openSlip', 'hold'];
  return families.slice(-TODAY_VISITS).map((family, n): DemoOrder => {
    const { _id: productId = '', nameEn = '', nameLo = '', price = 0 } = products[n % products.length] ?? {};
    const line = { kind: 'product', studentId: family.children[0]?.studentId ?? null, enrolmentId: null, feeId: null, productId, sessions: 0, amountLAK: price, nameEn, nameLo } as const;
    return { at: new Date(from + ((to - from) * (n + 1)) / (TODAY_VISITS + 1)).toISOString(), ...family, pay: pays[n] ?? 'cash', lines: [line] };
  });
}

/** A fee for a month, beside the one for the term. */
async function addMonthlyFee(tx: Tx): Promise<void> {
  const [like] = await tx.select({ fee: courseFeeTable }).from(courseFeeTable).innerJoin(courseTable, eq(courseTable._id, courseFeeTable.courseId)).where(and(eq(courseTable.code, MONTHLY), eq(courseFeeTable.basis, 'term')));
  if (!like) return;
  const _id = uuidv7();
  await tx.insert(courseFeeTable).values({ ...like.fee, _id, seriesId: _id, name: 'ຄ່າຮຽນຕໍ່ເດືອນ', amount: A_MONTH, basis: 'month', prorate: 'none', minDeposit: null });
}

async function addOrdersOf(posting: Posting, branch: { _id: string; code: string; dueDays: number }, { clerk, verifier, now }: Pick<OrderStage, 'clerk' | 'verifier' | 'now'>): Promise<void> {
  const branchId = branch._id;
  const { tx } = posting;
  const families = await familiesOf(tx, branchId);
  const [drawer] = await tx.select({ _id: drawerTable._id }).from(drawerTable).where(eq(drawerTable.branchId, branchId));
  const [account] = await tx.select({ _id: bankAccountTable._id }).from(bankAccountTable).where(and(eq(bankAccountTable.branchId, branchId), eq(bankAccountTable.isDefault, true)));
  const products = await tx.select().from(productTable).where(and(eq(productTable.trackStock, true), eq(productTable.currency, 'LAK'))).orderBy(productTable.sku).limit(4);
  const stock = await lockStock(tx, products.map(({ _id: productId }) => ({ productId, branchId })));
  const today = dayInLaos(now);
  const from = Math.max(Date.parse(`${today}T00:00:00+07:00`), now - 3 * HOUR_MS);
  const orders = [...pastOrders(families, today, chanceFrom(branch.code.charCodeAt(0))), ...todaysOrders(families, products, { from, to: now })];
  const shifts = new Map<string, DemoShift>();
  const stage: OrderStage = { ...{ tx, posting, branchId, clerk, verifier, stock, now, dueDays: branch.dueDays }, bankAccountId: account?._id ?? null, shiftOf: (at) => openDemoShift(posting, shifts, { drawerId: drawer?._id ?? '', branchId, today, from, at }) };
  for (const order of orders) await writeDemoOrder(stage, order);
  await closeDemoShifts(tx, posting, shifts, today);
}

/**
 * Orders of two terms in the demo branches, and a morning at the desk: paid, part-paid, by slips, held, kept for later, void,
 * with credit, and drawers that are open. `tx` has the demo centre in it.
 */
export async function addDemoOrders(tx: Tx): Promise<void> {
  const people = await tx.select(publicUser).from(userTable);
  const clerk = people.find(({ role }) => role === 'staff');
  const verifier = people.find(({ role }) => role === 'finance');
  if (!clerk || !verifier) throw new Error('The demo accounts are not there');
  const now = Date.parse(await databaseNow(tx));
  await addMonthlyFee(tx);
  const { _id, code, dueDays } = branchTable;
  const branches = await tx.select({ _id, code, dueDays }).from(branchTable).where(inArray(code, demoBranches.map((one) => one.code))).orderBy(code);
  const books = await openBooks(tx, branches.map((branch) => branch._id));
  for (const branch of branches) {
    const posting = beginPosting(books, clerk);
    await addOrdersOf(posting, branch, { clerk, verifier, now });
    await flush(posting);
  }
  await fillDemoSafe(tx);
  await tx.execute(sql`
    update enrolments set fee_id = line.fee_id, price = line.amount_lak, currency = 'LAK', basis = fee.basis, no_charge_reason = ''
    from order_lines line join course_fees fee on fee.id = line.fee_id where line.enrolment_id = enrolments.id`);
}

