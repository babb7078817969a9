import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { ruledIn, type RuledFacts, type RuledStudent } from '#contract/desk/discounts.ts';
import { dayInLaos } from '#contract/dates.ts';
import { discountLimit, seesAllBranches } from '#contract/roles.ts';
import type {
  PlacePrice,
  VisitPrices,
  VisitRates,
  VisitRules,
} from '#contract/desk/visit-prices.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import {
  loadPriceSources,
  placePriceOf,
  type PriceSources,
} from '#server/catalogue/course-fees/place-prices.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { requireBranch, type DeskBranch } from '#server/centre/branches/branches.service.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import {
  openBalance,
  freeMoneyOf,
  isSamePayer,
  mergedPayer,
  ordersOfPayer,
  payerOf,
  type FreePayment,
  type Payer,
} from '#server/ledger/orders/payer-account.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { parentKeysOf, requireParents, requireStudents, studentKeysOf } from './visit-people.ts';

type Siblings = RuledFacts['siblings'];

/**
 * The children that each of these parents pays for, with the terms in which they are active, in
 * every branch.
 */
export async function siblingsByPayer(
  db: Db | Tx,
  parentIds: readonly string[],
): Promise<Map<string, Siblings>> {
  const ids = [...new Set(parentIds)].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Siblings[number] & { payer: string }>(sql`
    select distinct guardian.parent_id as payer, child.id as _id,
      child.date_of_birth::text as "dateOfBirth", placed.term_id as "termId"
    from ${guardianTable} guardian
    join ${studentTable} child on child.id = guardian.student_id
    join ${enrolmentTable} placed on placed.student_id = child.id and placed.status = 'active'
    where guardian.is_payer and guardian.parent_id = any(${sql.param(ids)}::uuid[])
      and child.date_of_birth is not null`);
  return new Map(
    ids.map((id) => [
      id,
      rows.filter(({ payer }) => payer === id).map(({ payer: _payer, ...sibling }) => sibling),
    ]),
  );
}

/** The facts that discount rules need about existing students, by their ids. */
export async function ruledFacts(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, RuledFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<
    Omit<RuledFacts, 'siblings'> & { _id: string; payer: string | null }
  >(sql`
    select student.id as _id, student.date_of_birth::text as "dateOfBirth",
      student.price_category as "priceCategory",
      (
        select min(term.start_date)::text from ${enrolmentTable} earlier
        join ${academicTermTable} term on term.id = earlier.term_id
        where earlier.student_id = student.id
          and earlier.status in ('completed', 'active')) as "firstTermOn",
      (
        select guardian.parent_id from ${guardianTable} guardian
        where guardian.student_id = student.id and guardian.is_payer limit 1) as payer
    from ${studentTable} student where student.id = any(${sql.param(ids)}::uuid[])`);
  const siblings = await siblingsByPayer(
    db,
    rows.flatMap(({ payer }) => payer ?? []),
  );
  return new Map(
    rows.map(({ _id, payer, ...facts }) => [
      _id,
      { ...facts, siblings: siblings.get(payer ?? '') ?? [] },
    ]),
  );
}

/** The discount rules in use, with their names. */
export const activeRules = (db: Db | Tx) =>
  db
    .select()
    .from(discountRuleTable)
    .where(eq(discountRuleTable.active, true))
    .orderBy(discountRuleTable._id);

/** Everything that a visit is priced and written by, as it stood at `readAt`. */
export type VisitFacts = {
  readAt: string;
  branch: DeskBranch;
  payer: Payer;
  /** Money of the payer that may be used as credit. */
  free: FreePayment[];
  sources: PriceSources;
  products: ReadonlyMap<string, { nameEn: string; nameLo: string }>;
  prices: VisitPrices;
  rates: VisitRates;
  /** With the largest discount that this user may give by hand. */
  rules: VisitRules;
  ruleNames: ReadonlyMap<string, { nameEn: string; nameLo: string }>;
};

async function loadStudents(
  db: Db | Tx,
  input: VisitInput,
  idOf: (key: string) => string,
  sources: PriceSources,
): Promise<Record<string, RuledStudent>> {
  const keys = studentKeysOf(input);
  const known = await ruledFacts(db, keys.map(idOf));
  const made = input.newStudents.filter(({ key }) => !known.has(idOf(key)));
  const payerOfNew = new Map(
    made.map(({ key, guardians }) => [
      key,
      idOf(guardians.find(({ isPayer }) => isPayer)?.parentKey ?? ''),
    ]),
  );
  const siblings = await siblingsByPayer(db, [...payerOfNew.values()]);
  const factsOf = (key: string): RuledFacts | undefined => {
    const typed = made.find((one) => one.key === key);
    return (
      known.get(idOf(key)) ??
      (typed && {
        dateOfBirth: typed.dateOfBirth,
        priceCategory: typed.priceCategory,
        firstTermOn: null,
        siblings: siblings.get(payerOfNew.get(key) ?? '') ?? [],
      })
    );
  };
  const entries = keys.map((key): [string, RuledStudent] => {
    const facts = factsOf(key);
    if (!facts) throw new ApiError('notFound');
    return [key, ruledIn(idOf(key), facts, [...sources.classes.values()])];
  });
  return Object.fromEntries(entries);
}

/** The payer's debts by order, and their credit. */
export async function loadAccount(
  db: Db | Tx,
  payer: Payer,
  payableBranchId: string | null,
): Promise<{ free: FreePayment[]; prices: Pick<VisitPrices, 'debts' | 'creditLAK'> }> {
  const orders = await ordersOfPayer(db, payer);
  const free = await freeMoneyOf(db, payer);
  // An order is paid in its own branch (`payableBranchId`); a superadmin takes money for it
  // anywhere.
  const payable = orders.filter(
    ({ state, branchId }) =>
      state === 'confirmed' && (payableBranchId === null || branchId === payableBranchId),
  );
  const debts = Object.fromEntries(payable.map((order) => [order._id, openBalance(order)]));
  return {
    free,
    prices: { debts, creditLAK: free.reduce((sum, { freeLAK }) => sum + freeLAK, 0) },
  };
}

/** The prices of the visit's places, by their keys. */
function pricesOfPlaces(
  input: VisitInput,
  studentIdOf: (key: string) => string | null,
  students: Readonly<Record<string, RuledStudent>>,
  sources: PriceSources,
): Record<string, PlacePrice> {
  const places: Record<string, PlacePrice> = {};
  for (const place of input.places) {
    const price = placePriceOf(
      {
        ...place,
        studentId: studentIdOf(place.studentKey),
        priceCategory: students[place.studentKey]?.priceCategory ?? '',
      },
      sources,
    );
    if (price) places[place.key] = price;
  }
  return places;
}

async function loadProducts(db: Db | Tx, input: VisitInput) {
  const productIds = [...new Set(input.products.map(({ productId }) => productId))];
  if (productIds.length === 0) return [];
  return db
    .select()
    .from(productTable)
    .where(and(inArray(productTable._id, productIds), eq(productTable.active, true)));
}

/** The payer of the visit with their account; a new payer has neither debts nor credit. */
async function loadPayer(
  db: Db | Tx,
  user: SignedInUser,
  input: VisitInput,
  { idOf, isThere }: { idOf: (key: string) => string; isThere: (key: string) => boolean },
) {
  const payer = payerOf(input, idOf);
  const isPayerThere =
    payer.payerParentId === null
      ? payer.payerStudentId !== null && isThere(payer.payerStudentId)
      : isThere(payer.payerParentId);
  const account = isPayerThere
    ? await mergedPayer(db, payer)
    : { payerParentId: null, payerStudentId: null };
  const money = await loadAccount(db, account, seesAllBranches(user.role) ? null : input.branchId);
  return { payer: isPayerThere ? account : payer, ...money };
}

/**
 * Reads everything that `priceVisit` needs, as it is on the server now. `idOf` gives the ids of new
 * people after they were added.
 */
export async function readVisitFacts(
  db: Db | Tx,
  user: SignedInUser,
  input: VisitInput,
  idOf: (key: string) => string,
): Promise<VisitFacts> {
  const now = await wallClockNow(db);
  const branch = await requireBranch(db, user, 'branchId', input.branchId);
  const today = dayInLaos(Date.parse(now));
  const isNew = new Set([...input.newStudents, ...input.newParents].map(({ key }) => key));
  const isThere = (key: string) => idOf(key) !== key || !isNew.has(key);
  const studentIds = studentKeysOf(input).filter(isThere).map(idOf);
  await requireStudents(db, studentIds, input.branchId);
  const parentIds = parentKeysOf(input).filter(isThere).map(idOf);
  await requireParents(db, user, parentIds, input.branchId);
  const sources = await loadPriceSources(db, {
    classIds: input.places.map(({ classId }) => classId),
    studentIds,
    now,
    today,
  });
  if ([...sources.classes.values()].some(({ branchId }) => branchId !== input.branchId))
    throw new ApiError('notFound');
  const students = await loadStudents(db, input, idOf, sources);
  const studentIdOf = (key: string) => (isThere(key) ? idOf(key) : null);
  const places = pricesOfPlaces(input, studentIdOf, students, sources);
  const products = await loadProducts(db, input);
  const { payer, free, prices: account } = await loadPayer(db, user, input, { idOf, isThere });
  const rules = await activeRules(db);
  return {
    readAt: now,
    branch,
    payer,
    free,
    sources,
    products: new Map(products.map((product) => [product._id, product])),
    prices: {
      today,
      places,
      products: Object.fromEntries(
        products.map(({ _id, price: amount, currency, trackStock }) => [
          _id,
          { price: { amount, currency }, trackStock },
        ]),
      ),
      students,
      ...account,
    },
    rates: await newestRates(db),
    rules: {
      discounts: rules,
      cashStep: branch.cashStep,
      minimumRule: branch.minimumRule,
      discountLimitPercent: discountLimit(user, branch.discountLimitPercent),
    },
    ruleNames: new Map(rules.map(({ _id, nameEn, nameLo }) => [_id, { nameEn, nameLo }])),
  };
}

/** The products of the visit whose stock is counted. */
export const countedProducts = (
  { products }: Pick<VisitInput, 'products'>,
  { prices }: VisitFacts,
): string[] =>
  products.flatMap(({ productId }) =>
    prices.products[productId]?.trackStock === true ? [productId] : [],
  );

/** Throws if a merge has given the payer's money to another record since `locked` was read. */
export function requireSamePayer(locked: Payer | null, { payer }: VisitFacts): void {
  if (locked !== null && !isSamePayer(locked, payer)) throw new RetryTransaction();
}

/**
 * Throws if midnight has passed since the prices were read: they must be those of the day on which
 * the visit counts.
 */
export function requireSameDay({ prices }: VisitFacts, day: string): void {
  if (prices.today !== day) throw new RetryTransaction();
}

/**
 * Locks the orders that the visit pays and the credit that it uses, and reads them again, because
 * they may just have changed.
 */
export async function lockAccount(
  { tx, user }: Writer,
  input: VisitInput,
  seen: VisitFacts,
): Promise<VisitFacts> {
  const payments = input.creditLAK > 0 ? seen.free.map(({ _id }) => _id) : [];
  if (input.debts.length + payments.length === 0) return seen;
  await takeLocks(tx, { orders: input.debts.map(({ orderId }) => orderId), payments });
  const { free, prices } = await loadAccount(
    tx,
    seen.payer,
    seesAllBranches(user.role) ? null : input.branchId,
  );
  return { ...seen, free, prices: { ...seen.prices, ...prices } };
}
