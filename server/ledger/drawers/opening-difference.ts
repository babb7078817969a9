import { eq } from 'drizzle-orm';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  hasSigner,
  requireSignature,
  type Signature,
} from '#server/centre/approvals/signatures.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { currenciesOf, perCurrency } from './drawer-sums.ts';

/**
 * True if the difference in any one currency is above the branch's limit; currencies are never
 * netted.
 */
export async function isAboveLimit(
  tx: Tx,
  branchId: string,
  difference: CurrencySums,
): Promise<boolean> {
  const [branch] = await tx
    .select({ limit: branchTable.differenceLimitLAK })
    .from(branchTable)
    .where(eq(branchTable._id, branchId));
  for (const currency of currenciesOf(difference)) {
    if ((await amountInKip(tx, Math.abs(difference[currency]), currency)) > (branch?.limit ?? 0))
      return true;
  }
  return false;
}

/**
 * Asks a second person to sign if the drawer is opened with a difference above the limit. Nobody
 * accepts the difference of a drawer that they counted themselves, whatever their role. Where
 * nobody else could sign, the drawer opens with the reason alone.
 */
export async function signOpeningDifference(
  { tx, user }: Writer,
  { _id: drawerId, branchId }: { _id: string; branchId: string },
  { counted, expected }: { counted: CurrencySums; expected: CurrencySums | null },
  token: string | null,
): Promise<Signature | undefined> {
  if (expected === null) return undefined;
  const difference = perCurrency((currency) => counted[currency] - expected[currency]);
  if (!(await isAboveLimit(tx, branchId, difference))) return undefined;
  const act = { kind: 'openingDifference' as const, branchId, drawerId, counted, expected };
  if (token !== null) return requireSignature(tx, user, token, act);
  if (await hasSigner(tx, user, act)) throw new ApiError('openingDifferenceAboveLimit');
  return undefined;
}
