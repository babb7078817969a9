import * as z from 'zod/mini';
import { exchangeRatesList } from './exchange-rates-list.ts';
import { approvalToken } from '#contract/signatures.ts';
import { foreignCurrencies, priceCurrencies } from './currencies.ts';
import { id, optionalText, rate, timestamp } from '#contract/fields.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import { paymentStates } from '#contract/orders/payments.ts';
import { resource } from '#contract/resource.ts';

const currency = z.enum(foreignCurrencies);

/** The smallest and the largest rate that can be entered. */
export const MIN_RATE = '0.01';
export const MAX_RATE = '100000';

export const exchangeRateInput = z.object({
  currency,
  rateToLAK: rate.check(
    z.refine((value) => !(Number(value) < Number(MIN_RATE)), { error: `tooSmall:${MIN_RATE}` }),
    z.refine((value) => !(Number(value) > Number(MAX_RATE)), { error: 'tooLarge:100,000' }),
  ),
  note: optionalText(200),
});

/** One entry of the append-only history. */
export const exchangeRate = z.extend(exchangeRateInput, {
  _id: id,
  /** Entries from before the limits may lie outside them. */
  rateToLAK: rate,
  createdAt: timestamp,
  createdBy: z.string().check(z.describe('Full name of the person who entered it')),
  approvedBy: z.string().check(z.describe('Full name of the second person who signed; or empty')),
  enteredAlone: z.boolean().check(z.describe('True if its change was large and nobody could sign')),
});

/**
 * The body of POST, which is both "add" and "update": every POST adds an entry. `createdAt` is the
 * device's clock; the server's wins when they differ by more than `CLOCK_TOLERANCE_MS`.
 * `replacesId` is the entry on the user's screen: if there is a newer one, the server answers 409
 * instead of hiding it.
 */
export const exchangeRatePost = z.extend(exchangeRateInput, {
  createdAt: timestamp,
  replacesId: z.optional(id),
  approvalToken,
});

export const CLOCK_TOLERANCE_MS = 5 * 60_000;

export const exchangeRates = resource(exchangeRatesList, {
  row: exchangeRate,
  input: exchangeRateInput,
});

/**
 * `history=true` answers every entry of `currency`, newest first, instead of the newest of each
 * currency.
 */
export const exchangeRatesQuery = z.extend(exchangeRates.query, {
  history: z._default(z.enum(['true', 'false']), 'false'),
  currency: z.optional(currency),
});

/**
 * A rate that differs more than this from the last one, in per cent, is confirmed by the user,
 * because it is often a typing error. `rate-change.ts` says what a second person signs for.
 */
export const RATE_JUMP_PERCENT = 5;

/**
 * GET `/exchange-rates/{id}/payments`: the number of payments that used an entry, and the newest of
 * them.
 */
export const rateUses = z.object({
  count: z.int(),
  payments: z.array(
    z.object({
      _id: id,
      at: timestamp,
      currency: z.enum(priceCurrencies),
      tendered: z.int(),
      amountLAK: z.int(),
      state: z.enum(paymentStates),
      ...namedPayer,
      receiptNumber: z.nullable(z.string()),
    }),
  ),
});
export type RateUses = z.output<typeof rateUses>;
export const MAX_RATE_USES = 50;

export type ExchangeRate = z.output<typeof exchangeRate>;
