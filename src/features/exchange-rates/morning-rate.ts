import {
  exchangeRateInput,
  type ExchangeRate,
  type exchangeRates,
} from '#contract/money/exchange-rates.ts';
import type { InputOf } from '#contract/resource.ts';
import { RATE_DECIMALS, readDecimal } from '#contract/words/typed-number.ts';
import { attemptSave, ifLost, type Saver, type SaveResult } from '#src/lib/request/save.ts';

/** The typed rate in the form that the server takes; null if it is no valid rate. */
export function readTypedRate(text: string): string | null {
  const read = readDecimal(text, RATE_DECIMALS);
  const value = 'value' in read ? read.value : null;
  return value !== null && exchangeRateInput.shape.rateToLAK.safeParse(value).success
    ? value
    : null;
}

export type MorningOutcome = {
  isSaved: boolean;
  text: string;
};
type Input = InputOf<typeof exchangeRates>;

/**
 * Saves one rate under its own key. After a lost answer the server is asked, and a saved rate shows
 * in the ticker at once.
 */
export async function sendMorningRate(
  saver: Saver<Input, ExchangeRate>,
  input: Input,
  last: ExchangeRate | undefined,
  key: string,
): Promise<SaveResult<ExchangeRate>> {
  const result = await ifLost(await attemptSave(() => saver.send(input, last, key)), key);
  if (result.outcome === 'saved') await saver.onConfirmed?.(result.row);
  return result;
}
