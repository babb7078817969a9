import { exchangeRateInput } from '#contract/exchange-rates.ts';
import { RATE_DECIMALS, readDecimal } from '#contract/typed-number.ts';

/** A rate as it was typed, as the server takes it; null where it cannot be read or is none. */
export function readTypedRate(text: string): string | null {
  const read = readDecimal(text, RATE_DECIMALS);
  const value = 'value' in read ? read.value : null;
  return value !== null && exchangeRateInput.shape.rateToLAK.safeParse(value).success
    ? value
    : null;
}
