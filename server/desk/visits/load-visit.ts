import { and, eq, inArray, or } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { ruledIn, type RuledFacts, type RuledStudent } from '#contract/desk/discounts.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type {
  PlacePrice,
  VisitPrices,
  VisitRates,
  VisitRules,
} from '#contract/desk/visit-prices.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { requireBranch, type DeskBranch } from '#server/centre/branches/branches.service.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { hasToDoWith } from '#server/people/students/known-here.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { dayInLaos } from '#contract/dates.ts';
import {
  balanceOf,
  freeMoneyOf,
  ordersOfPayer,
  payerOf,
  mergedPayer,
  type FreePayment,
  type Payer,
} from '#server/ledger/orders/payer-account.ts';
import {
  loadPriceSources,
  placePriceOf,
  type PriceSources,
} from '#server/catalogue/course-fees/place-prices.ts';
import { ruledFacts, siblingsByPayer } from './ruled-facts.ts';
import { parentKeysOf, requireParents, studentKeysOf } from './visit-people.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';

/** The discount rules in use, with their names. */
export const activeRules = (db: Db | Tx) =>
  db
    .select()
    .from(discountRuleTable)
    .where(eq(discountRuleTable.active, true))
    .orderBy(discountRuleTable._id);

export type LoadedVisit = {
  branch: DeskBranch;
  payer: Payer;
  /** Money of the payer that may be used as credit. */
  free: FreePayment[];
  sources: PriceSources;
  products: ReadonlyMap<string, { nameEn: string; nameLo: string }>;
  prices: VisitPrices;
  rates: VisitRates;
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
  const debts = Object.fromEntries(payable.map((order) => [order._id, balanceOf(order)]));
  return {
    free,
    prices: { debts, creditLAK: free.reduce((sum, { freeLAK }) => sum + freeLAK, 0) },
  };
}

/** Throws unless the students are known in the branch of the visit. */
async function requireStudents(
  db: Db | Tx,
  studentIds: readonly string[],
  branchId: string,
): Promise<void> {
  if (studentIds.length === 0) return;
  // Students of other branches may pay debts here, but not enrol: the checks of places refuse that.
  const isHere = or(
    eq(studentTable.homeBranchId, branchId),
    hasToDoWith(studentTable._id, branchId),
  );
  const known = await db.$count(
    studentTable,
    and(inArray(studentTable._id, [...studentIds]), eq(studentTable.archived, false), isHere),
  );
  if (known < studentIds.length) throw new ApiError('notFound');
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
 * Everything that `priceVisit` needs, as it is on the server at `now`. `idOf` gives the ids of new
 * people after they were added.
 */
export async function loadVisit(
  db: Db | Tx,
  user: SignedInUser,
  input: VisitInput,
  { idOf, now }: { idOf: (key: string) => string; now: string },
): Promise<LoadedVisit> {
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
      discountLimitPercent: branch.discountLimitPercent,
    },
    ruleNames: new Map(rules.map(({ _id, nameEn, nameLo }) => [_id, { nameEn, nameLo }])),
  };
}
