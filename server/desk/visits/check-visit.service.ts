import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { priceVisit } from '#contract/price-visit.ts';
import { available } from '#contract/stock-levels.ts';
import type { VisitCheck, VisitObjection } from '#contract/visit-answers.ts';
import type { PricedVisit } from '#contract/visit-prices.ts';
import { namingNoLine } from '#contract/visit-reductions.ts';
import type { VisitInput } from '#contract/visits.ts';
import { can } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { keptByEndedHolds } from '#server/ledger/orders/waiting-places.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { loadVisit, type LoadedVisit } from './load-visit.ts';
import { checkPlaces } from './visit-places.ts';
import { readVisitSignatures, signedDiscounts } from './visit-signatures.ts';

const rateIdOf = ({ rates }: LoadedVisit, currency: 'THB' | 'USD') =>
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

/** The objections to the lines and the money. */
export function objectionsTo(
  input: VisitInput,
  { priced, stock }: { priced: PricedVisit; stock: { levels: ReadonlyMap<string, Level> } },
): VisitObjection[] {
  return [...shortLines(input, [...stock.levels.values()]), ...priced.problems];
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
  const now = await transactionNow(db);
  const loaded = await loadVisit(db, user, input, { idOf, now });
  const limit = can(user.role, 'orders:adjust') ? 100 : loaded.rules.discountLimitPercent;
  const priced = priceVisit(input, loaded.prices, loaded.rates, {
    ...loaded.rules,
    discountLimitPercent: limit,
  });
  requireReducedLines(input, priced);
  const signatures = await readVisitSignatures(db, user, input);
  const { objections } = await checkPlaces({ db, user }, input, { idOf, signatures });
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
    asOf: now,
    lines: priced.lines.map(({ key, amountLAK, netLAK, minimumLAK: minimum }) => ({
      key,
      amountLAK,
      netLAK,
      minimumLAK: minimum,
    })),
    ...{
      totalLAK,
      roundingLAK,
      dueLAK,
      restLAK,
      minimumLAK,
      missingLAK,
      creditLAK,
      toCreditLAK,
      outcome,
    },
    rateIds: { THB: rateIdOf(loaded, 'THB'), USD: rateIdOf(loaded, 'USD') },
    objections: [
      ...signedDiscounts(signatures, input, priced, limit).objections,
      ...objections,
      ...objectionsTo(input, { priced, stock: { levels: await readLevels(db, input) } }),
    ],
  };
}
