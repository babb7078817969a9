import { desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  CLOCK_TOLERANCE_MS,
  exchangeRates,
  type ExchangeRate,
  type exchangeRatePost,
} from '#contract/money/exchange-rates.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { searchText } from '#server/db/search-text.ts';
import { signedBy } from '#server/centre/approvals/signatures.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { signRate } from './sign-rate.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';

type RatePost = z.output<typeof exchangeRatePost>;

const rateColumns = {
  _id: exchangeRateTable._id,
  currency: exchangeRateTable.currency,
  rateToLAK: exchangeRateTable.rateToLAK,
  note: exchangeRateTable.note,
  createdAt: exchangeRateTable.createdAt,
  createdBy: exchangeRateTable.createdBy,
  approvedBy: exchangeRateTable.approvedBy,
  enteredAlone: exchangeRateTable.enteredAlone,
};

async function newestOf(
  tx: Tx,
  currency: ExchangeRate['currency'],
): Promise<ExchangeRate | undefined> {
  const newestFirst = desc(exchangeRateTable.sequence);
  const ofCurrency = eq(exchangeRateTable.currency, currency);
  const [newest] = await tx
    .select(rateColumns)
    .from(exchangeRateTable)
    .where(ofCurrency)
    .orderBy(newestFirst)
    .limit(1);
  return newest;
}

/**
 * The newest entry of a currency. Entries of a currency are added one at a time, so that of two
 * people who replace the same entry only one succeeds.
 */
export async function holdNewestRate(
  tx: Tx,
  currency: ExchangeRate['currency'],
): Promise<ExchangeRate | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`exchange-rates:${currency}`}))`);
  return newestOf(tx, currency);
}

/** The device's time, unless it differs by more than `CLOCK_TOLERANCE_MS`: then the database's. */
async function entryTime(tx: Tx, createdAt: string): Promise<string> {
  const now = await transactionNow(tx);
  return Math.abs(Date.parse(createdAt) - Date.parse(now)) <= CLOCK_TOLERANCE_MS ? createdAt : now;
}

/**
 * Adds an entry; 409 when `replacesId` is given and another entry has become the newest since, and
 * when a second person has to sign for its change.
 */
export async function addRate(
  tx: Tx,
  user: SignedInUser,
  { replacesId, approvalToken, ...rate }: RatePost & { _id?: string },
): Promise<WriteResult<ExchangeRate>> {
  const before = await holdNewestRate(tx, rate.currency);
  if (replacesId !== undefined && replacesId !== before?._id) throw new ApiError('versionConflict');
  const signed = await signRate(tx, user, { ...rate, approvalToken });
  await tx.insert(exchangeRateTable).values({
    ...rate,
    approvedBy: signed.signature?.approvedBy ?? '',
    approvedById: signed.signature?.approvedById ?? null,
    enteredAlone: signed.isAlone,
    createdAt: await entryTime(tx, rate.createdAt),
    createdBy: `${user.firstName} ${user.lastName}`,
    createdById: user._id,
    search: searchText(rate, exchangeRates.search),
  });
  const answer = await newestOf(tx, rate.currency);
  if (!answer) throw new Error('The new exchange rate is not there');
  return {
    answer,
    audit: {
      action: 'create',
      entity: 'exchange-rates',
      entityId: answer._id,
      before,
      after: { ...answer, ...signedBy(signed.signature) },
    },
  };
}
