import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { available } from '#contract/stock/stock-levels.ts';
import type { VisitCheck, VisitObjection } from '#contract/desk/visit-answers.ts';
import { visitChanges } from '#contract/desk/visit-changes.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import { namingNoLine } from '#contract/desk/visit-reductions.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { ordersWithEndedHolds, keptByEndedHolds } from '#server/ledger/orders/waiting-places.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { HoldEnded } from '#server/lib/write.ts';
import {
  readVisitApprovals,
  signedDiscounts,
  type ApprovalsByLine,
  type VisitApprovals,
} from './visit-approvals.ts';
import { countedProducts, readVisitFacts, type VisitFacts } from './visit-facts.ts';
import { checkPlaces, type CheckedPlaces } from './visit-places.ts';

const rateIdOf = ({ rates }: VisitFacts, currency: 'THB' | 'USD') =>
  rates[currency]?.rateId ?? null;

type Level = { productId: string; onHand: number; reserved: number; allowNegativeStock: boolean };

/** Lines without enough stock on hand; each line uses up stock for those after it. */
function shortLines(input: VisitInput, levels: readonly Level[]): VisitObjection[] {
  const left = new Map(levels.map((level) => [level.productId, available(level)]));
  return input.products.flatMap(({ key, productId, quantity }): VisitObjection[] => {
    const level = levels.find((one) => one.productId === productId);
    const free = left.get(productId);
    if (level === undefined || free === undefined || level.allowNegativeStock) return [];
    left.set(productId, free - quantity);
    return free < quantity ? [{ key, problem: 'stock', n: Math.max(0, free) }] : [];
  });
}

/** Prices a visit by the facts of this moment. The preview and the write both do it so. */
export const priceByFacts = (input: VisitInput, { prices, rates, rules }: VisitFacts) =>
  priceVisit(input, prices, rates, rules);

type Judged = {
  priced: PricedVisit;
  facts: VisitFacts;
  approvals: VisitApprovals;
  places: CheckedPlaces;
  levels: ReadonlyMap<string, Level>;
};

/**
 * Everything that objects to a visit, by its lines, and the signatures for its discounts. The
 * preview shows these objections, and the write refuses the visit because of them.
 */
export function objectionsTo(
  input: VisitInput,
  { priced, facts, approvals, places, levels }: Judged,
): { discounts: ApprovalsByLine['discounts']; objections: VisitObjection[] } {
  const limit = facts.rules.discountLimitPercent;
  const { discounts, objections } = signedDiscounts(approvals, input, priced, limit);
  return {
    discounts,
    objections: [
      ...objections,
      ...places.objections,
      ...shortLines(input, [...levels.values()]),
      ...priced.problems,
    ],
  };
}

/** Throws if the server's prices differ from those that the clerk has seen: 409 `totalChanged`. */
export function requireSameTotals(
  input: VisitInput,
  priced: PricedVisit,
  { rates }: VisitFacts,
): void {
  const rows = visitChanges(input, priced, rates);
  if (rows.length > 0) throw new ApiError('totalChanged', { rows });
}

/**
 * Throws if anything objects to the visit: 409 `visitRefused`. Where goods are short and ended
 * holds still reserve some of them, `HoldEnded` makes the route lapse those first.
 */
export async function requireNothingInTheWay(
  tx: Tx,
  input: VisitInput,
  facts: VisitFacts,
  objections: readonly VisitObjection[],
): Promise<void> {
  if (objections.length === 0) return;
  const isShort = objections.some(({ problem }) => problem === 'stock');
  const ended = isShort
    ? await ordersWithEndedHolds(tx, input.branchId, countedProducts(input, facts))
    : [];
  if (ended.length > 0) throw new HoldEnded(ended);
  throw new ApiError('visitRefused', { rows: [...objections] });
}

/** Throws if a free line is to be taken off a line that is not on the bill. */
export function requireReducedLines({ adjustments }: VisitInput, { lines }: PricedVisit): void {
  const wrong = namingNoLine(adjustments, lines);
  if (wrong.length > 0)
    throw fieldsInvalid(
      Object.fromEntries(wrong.map((at) => [`adjustments.${at}.ofLineKey`, 'invalid' as const])),
    );
}

/**
 * The stock levels, without locks; a product without a level has none on hand. The write lapses
 * ended holds first, so their reserved stock is not counted here.
 */
async function readLevels(db: Db, input: VisitInput): Promise<Map<string, Level>> {
  const ids = input.products.map(({ productId }) => productId);
  if (ids.length === 0) return new Map();
  const [branch] = await db
    .select({ allowNegativeStock: branchTable.allowNegativeStock })
    .from(branchTable)
    .where(eq(branchTable._id, input.branchId));
  const rows = await db
    .select({
      productId: productTable._id,
      onHand: stockLevelTable.onHand,
      reserved: stockLevelTable.reserved,
    })
    .from(productTable)
    .leftJoin(
      stockLevelTable,
      and(
        eq(stockLevelTable.productId, productTable._id),
        eq(stockLevelTable.branchId, input.branchId),
      ),
    )
    .where(and(inArray(productTable._id, ids), eq(productTable.trackStock, true)));
  const freed = await keptByEndedHolds(db, input.branchId, ids);
  return new Map(
    rows.map(({ productId, onHand, reserved }) => [
      productId,
      {
        productId,
        onHand: onHand ?? 0,
        reserved: (reserved ?? 0) - (freed.get(productId) ?? 0),
        allowNegativeStock: branch?.allowNegativeStock ?? false,
      },
    ]),
  );
}

/** POST `/visits/check`: changes nothing and locks nothing. */
export async function checkVisit(
  db: Db,
  user: SignedInUser,
  input: VisitInput,
): Promise<VisitCheck> {
  const idOf = (key: string) => key;
  const facts = await readVisitFacts(db, user, input, idOf);
  const priced = priceByFacts(input, facts);
  requireReducedLines(input, priced);
  const approvals = await readVisitApprovals(db, user, input);
  const places = await checkPlaces({ db, user }, input, { idOf, approvals });
  const levels = await readLevels(db, input);
  const { objections } = objectionsTo(input, { priced, facts, approvals, places, levels });
  const {
    totalLAK,
    roundingLAK,
    dueLAK,
    restLAK,
    minimumLAK,
    missingLAK,
    creditLAK,
    toCreditLAK,
    outcome,
  } = priced;
  return {
    asOf: facts.readAt,
    lines: priced.lines.map(({ key, amountLAK, netLAK, minimumLAK: minimum }) => ({
      key,
      amountLAK,
      netLAK,
      minimumLAK: minimum,
    })),
    totalLAK,
    roundingLAK,
    dueLAK,
    restLAK,
    minimumLAK,
    missingLAK,
    creditLAK,
    toCreditLAK,
    outcome,
    rateIds: { THB: rateIdOf(facts, 'THB'), USD: rateIdOf(facts, 'USD') },
    objections,
  };
}
