import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { exchangeRatePost } from '#contract/money/exchange-rates.ts';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import { RATE_FREE_PERCENT, signersOfRate, type RateSigners } from '#contract/money/rate-change.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { shownRate } from '#contract/money/shown-amount.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import {
  hasSigner,
  requireSignature,
  type Signature,
} from '#server/centre/approvals/signatures.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { exchangeRateTable as table } from '#server/db/tables/catalogue/exchange-rates.table.ts';

type RatePost = z.output<typeof exchangeRatePost>;
type NewRate = Pick<RatePost, 'currency' | 'rateToLAK' | 'note' | 'approvalToken'>;

/** The signature for a rate; `isAlone` if it needs one and nobody else could sign. */
type SignedRate = { signature?: Signature; isAlone: boolean };

/**
 * The rate that a new one is compared with: the newest that is not one of the user's own unsigned
 * entries of the last 24 hours. Small steps of one person add up in this way, and their correction
 * of a typing error costs nothing.
 */
async function rateBefore(
  tx: Db | Tx,
  user: Pick<SignedInUser, '_id'>,
  currency: RatePost['currency'],
): Promise<string | undefined> {
  const { rateToLAK, sequence } = table;
  const ofCurrency = eq(table.currency, currency);
  const isOther = sql`(${table.createdById} is distinct from ${user._id}::uuid
    or ${table.approvedById} is not null or ${table.enteredAlone}
    or ${table.createdAt} <= clock_timestamp() - interval '24 hours')`;
  const entries = tx.select({ rateToLAK }).from(table);
  const [other] = await entries.where(and(ofCurrency, isOther)).orderBy(desc(sequence)).limit(1);
  if (other) return other.rateToLAK;
  const [first] = await tx
    .select({ rateToLAK })
    .from(table)
    .where(ofCurrency)
    .orderBy(asc(sequence))
    .limit(1);
  return first?.rateToLAK;
}

/** The change that one person may enter alone, as the centre has set it. */
async function freePercentOf(tx: Db | Tx): Promise<number> {
  const { rateFreePercent } = schoolInfoTable;
  const [centre] = await tx.select({ rateFreePercent }).from(schoolInfoTable);
  return centre?.rateFreePercent ?? RATE_FREE_PERCENT;
}

/** What a new rate of each currency is compared with, and the change that one person may enter. */
export async function rateLimits(tx: Db | Tx, user: Pick<SignedInUser, '_id'>) {
  const before = new Map<string, string>();
  for (const currency of foreignCurrencies) {
    const rate = await rateBefore(tx, user, currency);
    if (rate !== undefined) before.set(currency, rate);
  }
  return { before, freePercent: await freePercentOf(tx) };
}

/** `21,800 → 23,500 is 7.8 % more`, in both languages, with the need of a superadmin. */
function changeInWords(before: string, after: string, needs: RateSigners) {
  const percent = (Number(after) / Number(before) - 1) * 100;
  const size = `${Math.abs(percent).toFixed(1)} %`;
  const step = `${shownRate(before)} → ${shownRate(after)}`;
  const [en, lo] =
    needs === 'superadmin'
      ? ['; one of the two is a superadmin', '; ໜຶ່ງໃນສອງຄົນຕ້ອງເປັນຜູ້ດູແລລະບົບສູງສຸດ']
      : ['', ''];
  return {
    en: `${step} is ${size} ${percent > 0 ? 'more' : 'less'}${en}`,
    lo: `${step} ${percent > 0 ? 'ເພີ່ມຂຶ້ນ' : 'ຫຼຸດລົງ'} ${size}${lo}`,
  };
}

/**
 * Asks for the second person whom a change of a rate needs, behind the lock of its currency. The
 * only person who may enter rates enters it alone, with a reason. docs/money.md, "Exchange rates".
 */
export async function signRate(
  tx: Tx,
  user: SignedInUser,
  { currency, rateToLAK, note, approvalToken }: NewRate,
): Promise<SignedRate> {
  const before = await rateBefore(tx, user, currency);
  const alert = { branchId: null, subjectId: user._id };
  if (before === undefined) {
    await raiseAlert(tx, {
      ...alert,
      kind: 'firstRate',
      detail: `${currency} ${shownRate(rateToLAK)}`,
    });
    return { isAlone: false };
  }
  const needs = signersOfRate(before, rateToLAK, await freePercentOf(tx));
  if (needs === 'one') return { isAlone: false };
  const act = { kind: 'rate' as const, branchId: user.branchId, currency, rateToLAK };
  const detail = `${currency} ${shownRate(before)} → ${shownRate(rateToLAK)}`;
  if (!(await hasSigner(tx, user, act))) {
    if (note === '') throw fieldsInvalid({ note: 'reasonNeeded' });
    await raiseAlert(tx, { ...alert, kind: 'rateOutsideBand', detail });
    return { isAlone: true };
  }
  const missing = new ApiError('rateSignatureNeeded', {
    n: changeInWords(before, rateToLAK, needs),
  });
  if (approvalToken === null) throw missing;
  const signature = await requireSignature(tx, user, approvalToken, act);
  if (needs === 'superadmin') {
    if (![user.role, signature.role].includes('superadmin')) throw missing;
    await raiseAlert(tx, { ...alert, kind: 'rateOutsideBand', detail });
  }
  return { signature, isAlone: false };
}
