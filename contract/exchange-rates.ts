import * as z from 'zod/mini';
import { exchangeRates as list } from '#contract/lists/exchange-rates.ts';
import { foreignCurrencies } from './currencies.ts';
import { id, optionalText, rate, stamp } from './fields.ts';
import { resource } from './resource.ts';

const currency = z.enum(foreignCurrencies);

export const exchangeRateInput = z.object({ currency, rateToLAK: rate, note: optionalText(200) });

/** One entry of the append-only history. */
export const exchangeRate = z.extend(exchangeRateInput, {
  _id: id,
  createdAt: stamp,
  createdBy: z.string().check(z.describe('Full name of the person who entered it')),
});

/**
 * The payload of POST, which is both "add" and "update": every POST adds an entry. `createdAt` is the
 * device's clock; the server's wins when they differ by more than `CLOCK_TOLERANCE_MS`. `replacesId` is the
 * entry the person was looking at: when a newer one exists the server answers 409 instead of hiding it.
 */
export const exchangeRatePost = z.extend(exchangeRateInput, { createdAt: stamp, replacesId: z.optional(id) });

export const CLOCK_TOLERANCE_MS = 5 * 60_000;

export const exchangeRates = resource(list, { row: exchangeRate, input: exchangeRateInput });

/** `history=true` answers every entry of `currency`, newest first, instead of the newest of each currency. */
export const exchangeRatesQuery = z.extend(exchangeRates.query, {
  history: z._default(z.enum(['true', 'false']), 'false'),
  currency: z.optional(currency),
});

/** The person must confirm a new rate that differs this much from the last one, in per cent. */
export const RATE_JUMP_PERCENT = 5;

export type ExchangeRate = z.output<typeof exchangeRate>;
