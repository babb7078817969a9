import { addDays, weekdayOf } from '#contract/dates.ts';
import { inClass } from '#server/ledger/orders/order-lines.ts';
import type { productTable } from '#server/db/tables/catalogue/products.table.ts';
import type { Chance } from '#server/seed/chance.ts';
import type { DemoLine, DemoOrder, DemoPay } from './demo-order-stage.ts';
import type { SeedChild, OrderFamily } from './demo-families.ts';

const MINUTE_MS = 60_000;
const TODAY_VISITS = 4;
const REGISTRATION = 50_000;
/**
 * The price of a month in the course that is paid by the month, and the days from today on which
 * the months end.
 */
export const A_MONTH = 350_000;
const MONTHS_END = [-3, 12, 0, 18, 5, -1];
const SIBLINGS_PERCENT = 10;
/**
 * For how many days back small sales exist, and on which percentage of open days, in the home
 * branch and in others.
 */
const SMALL_DAYS = 330;
const SMALL_PERCENT = [38, 14] as const;

const likely: Record<OrderFamily['when'], readonly (readonly [DemoPay, number])[]> = {
  past: [
    ['cash', 40],
    ['qr', 18],
    ['slip', 12],
    ['baht', 4],
    ['half', 25],
    ['tooMuch', 1],
  ],
  now: [
    ['cash', 34],
    ['qr', 18],
    ['slip', 13],
    ['baht', 4],
    ['half', 25],
    ['tooMuch', 2],
    ['nothing', 4],
  ],
  coming: [
    ['half', 34],
    ['cash', 30],
    ['qr', 20],
    ['slip', 16],
  ],
};
/** The percentage of families that paid the second half, and after how many days. */
const RESTS: Record<OrderFamily['when'], number> = { past: 94, now: 62, coming: 0 };
/** Slips of this many last days are unverified. */
const UNSEEN_DAYS = 5;
/** The unpaid second half was due this number of days ago. */
const FORGOTTEN_DAYS = 74;
const REST_AFTER = [13, 17, 20, 26, 31, 38, 45, 52];

/** The charge of an enrolment: the term, or a month that has ended or ends soon. */
function chargeOf({ feeId, amount, sessions, monthFeeId }: SeedChild, at: number, today: string) {
  if (monthFeeId === null) return { feeId, sessions, amountLAK: amount };
  const coversTo = addDays(today, MONTHS_END[at % MONTHS_END.length] ?? 0);
  return {
    feeId: monthFeeId,
    sessions: 8,
    amountLAK: A_MONTH,
    coversFrom: addDays(coversTo, -29),
    coversTo,
  };
}

/**
 * The order lines of a family; all children but the first have a discount, and new students pay the
 * registration.
 */
const linesOf = (
  { children }: OrderFamily,
  { at, today }: { at: number; today: string },
): DemoLine[] =>
  children.flatMap((child): DemoLine[] => {
    const { studentId, enrolmentId, nameEn, nameLo, classCode, isFirst } = child;
    const charge = chargeOf(child, at, today);
    const isSibling = studentId !== children[0]?.studentId && child.monthFeeId === null;
    const tuition: DemoLine = {
      kind: 'tuition',
      studentId,
      enrolmentId,
      productId: null,
      ...charge,
      ...inClass({ nameEn, nameLo }, classCode),
      ...(isSibling && { percentOff: SIBLINGS_PERCENT }),
    };
    return isFirst
      ? [
          tuition,
          {
            kind: 'registration',
            studentId,
            enrolmentId: null,
            feeId: null,
            productId: null,
            sessions: 0,
            amountLAK: REGISTRATION,
            nameEn: 'Registration',
            nameLo: 'ຄ່າລົງທະບຽນ',
          },
        ]
      : [tuition];
  });

/** Moves a Sunday, when the desk is closed, to the day before. */
export const openDay = (day: string) => (weekdayOf(day) === 7 ? addDays(day, -1) : day);

/** Gives each visit its time: the first of a day at nine, the others one after the other. */
function atDesk() {
  const perDay = new Map<string, number>();
  return (day: string) => {
    const n = perDay.get(day) ?? 0;
    perDay.set(day, n + 1);
    return new Date(Date.parse(`${day}T09:00:00+07:00`) + n * 11 * MINUTE_MS).toISOString();
  };
}

type Product = Pick<typeof productTable.$inferSelect, '_id' | 'nameEn' | 'nameLo' | 'price'>;

const productLine = (
  { _id: productId, nameEn, nameLo, price }: Product,
  studentId: string | null,
): DemoLine => ({
  kind: 'product',
  studentId,
  enrolmentId: null,
  feeId: null,
  productId,
  sessions: 0,
  amountLAK: price,
  nameEn,
  nameLo,
});

type Planned = DemoOrder & { day: string; restDay?: string };
type Past = { today: string; chance: Chance; isHome: boolean; services: readonly Product[] };

function tuitionOrders(families: readonly OrderFamily[], { today, chance }: Past): Planned[] {
  const yesterday = openDay(addDays(today, -1));
  const dayOf = (day: string) => openDay(day < today ? day : yesterday);
  // Hardly anybody starts in the weeks between two terms; one earlier family got a later due day,
  // so that debts of every age exist.
  const restDue = addDays(today, -FORGOTTEN_DAYS);
  const [forgotten] = families
    .filter(({ begun }) => begun < restDue)
    .toSorted((a, b) => b.begun.localeCompare(a.begun));
  const planned = families.map((family, at): Planned => {
    const drawn = chance.weighted(likely[family.when]);
    const isForgotten = family === forgotten;
    const pay = isForgotten
      ? 'half'
      : drawn === 'slip' && family.begun >= addDays(today, -UNSEEN_DAYS)
        ? 'openSlip'
        : drawn;
    const rest = addDays(family.begun, chance.pick(REST_AFTER));
    const comesBack =
      chance.percent(RESTS[family.when]) && pay === 'half' && rest < yesterday && !isForgotten;
    const { payerParentId, payerStudentId } = family;
    return {
      at: '',
      payerParentId,
      payerStudentId,
      pay,
      lines: linesOf(family, { at, today }),
      day: dayOf(family.begun),
      ...(isForgotten && { restDue }),
      ...(comesBack && { restDay: dayOf(rest), restAt: '' }),
    };
  });
  const wrong = families.filter(({ when }) => when === 'now').slice(0, 2);
  // They charge no enrolment, because the right orders do.
  const voided = wrong.map((family, at): Planned => ({
    payerParentId: family.payerParentId,
    payerStudentId: family.payerStudentId,
    at: '',
    pay: 'void',
    lines: linesOf(family, { at, today })
      .filter(({ kind }) => kind === 'tuition')
      .map(({ percentOff: _off, ...line }) => ({ ...line, enrolmentId: null })),
    day: dayOf(family.begun),
  }));
  return [...planned, ...voided];
}

/**
 * Sales of tests and papers for a few kip every week; on the last day in cash, so that every desk
 * opened its drawer then.
 */
function smallOrders(
  families: readonly OrderFamily[],
  { today, chance, isHome, services }: Past,
): Planned[] {
  const last = openDay(addDays(today, -1));
  return Array.from({ length: SMALL_DAYS }, (_day, ago) => addDays(today, -1 - ago)).flatMap(
    (day): Planned[] => {
      const isLast = day === last;
      const buys =
        weekdayOf(day) !== 7 && (chance.percent(SMALL_PERCENT[isHome ? 0 : 1]) || isLast);
      const drawn = families.length > 0 ? chance.pick(families) : undefined;
      const family = isLast ? families.find(({ begun }) => begun <= day) : drawn;
      const service = chance.pick(services);
      if (!buys || !family || family.begun > day) return [];
      const { payerParentId, payerStudentId } = family;
      return [
        {
          at: '',
          payerParentId,
          payerStudentId,
          pay: chance.percent(70) || isLast ? 'cash' : 'qr',
          lines: [productLine(service, family.children[0]?.studentId ?? null)],
          day,
        },
      ];
    },
  );
}

/** The orders of a branch before today, in the order of time. */
export function pastOrders(families: readonly OrderFamily[], past: Past): DemoOrder[] {
  const planned = [...tuitionOrders(families, past), ...smallOrders(families, past)];
  const timeOf = atDesk();
  const visits = planned.flatMap((order) => [
    { day: order.day, order, isRest: false },
    ...(order.restDay === undefined ? [] : [{ day: order.restDay, order, isRest: true }]),
  ]);
  for (const { day, order, isRest } of visits.toSorted((a, b) => a.day.localeCompare(b.day))) {
    if (isRest) order.restAt = timeOf(day);
    else order.at = timeOf(day);
  }
  return planned;
}

/**
 * The orders of this morning: books, one of them collected later, an unverified slip, and a hold.
 */
export function todaysOrders(
  families: readonly OrderFamily[],
  products: readonly Product[],
  { from, to }: { from: number; to: number },
): DemoOrder[] {
  const pays: readonly DemoPay[] = ['cash', 'later', 'openSlip', 'hold'];
  return families
    .filter(({ when }) => when === 'now')
    .slice(-TODAY_VISITS)
    .map((family, n): DemoOrder => {
      const { payerParentId, payerStudentId, children } = family;
      const product = products[n % products.length] ?? {
        _id: '',
        nameEn: '',
        nameLo: '',
        price: 0,
      };
      return {
        at: new Date(from + ((to - from) * (n + 1)) / (TODAY_VISITS + 1)).toISOString(),
        payerParentId,
        payerStudentId,
        pay: pays[n] ?? 'cash',
        lines: [productLine(product, children[0]?.studentId ?? null)],
      };
    });
}
