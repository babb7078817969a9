import type { ExchangeRate, exchangeRates } from '#contract/exchange-rates.ts';
import type { InputOf } from '#contract/resource.ts';
import type { Saver } from '#src/lib/request/idempotent-submit.ts';
import { attemptSave, ifLost, type SaveResult } from '#src/lib/request/save.ts';

export type MorningOutcome = { isSaved: boolean; text: string };
type Input = InputOf<typeof exchangeRates>;

/**
 * One rate with its own key; a lost answer is asked about, and a saved one stands in the ticker at
 * once.
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
