import type { FieldError } from '#contract/field-errors.ts';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import { exchangeRateInput, type ExchangeRate } from '#contract/money/exchange-rates.ts';
import { signersOfRate } from '#contract/money/rate-change.ts';
import { shownRate } from '#contract/money/shown-amount.ts';
import { RATE_DECIMALS, readDecimal } from '#contract/words/typed-number.ts';
import {
  addRate,
  holdNewestRate,
} from '#server/catalogue/exchange-rates/exchange-rates.service.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { currencyWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

/** A few kip with three decimals, or some thousands with a group behind a dot, such as `21.500`. */
const DOT_OF_THREE = /^\d{1,2}\.\d{3}$/;

export type MovedRate = Pick<ExchangeRate, 'currency' | 'rateToLAK'>;

/** True without a rate before, and where that one is much higher. */
const isFar = (rate: string | null, newest: { rateToLAK: string } | undefined): boolean =>
  newest === undefined || Number(rate) * 10 < Number(newest.rateToLAK);

/** The rate of a row; a large change is entered where a second person signs for it. */
function inputOf(row: MovingRowCheck, { rates }: KnownRecords): MovedRate | undefined {
  const words = parseChoice(row.needed('currency'), currencyWords, 'en');
  if ('error' in words) row.fail('currency', words.error);
  const found = 'value' in words ? words.value : null;
  const currency = foreignCurrencies.find((one) => one === found);
  if (found === 'LAK') row.fail('currency', 'oneOf:THB, USD');
  const text = row.needed('rate');
  const rate = readDecimal(text, RATE_DECIMALS);
  if ('error' in rate) row.fail('rate', rate.error);
  // Thousands in one country are a decimal in another; only a rate that is near tells.
  else if (currency && DOT_OF_THREE.test(text) && isFar(rate.value, rates.newest.get(currency)))
    row.fail('rate', 'numberUnclear:21500' as FieldError, [text.replaceAll('.', ''), `${text}0`]);
  if (!currency || 'error' in rate || row.isBroken) return undefined;
  const input = parsed(
    row,
    exchangeRateInput,
    { currency, rateToLAK: rate.value ?? '', note: '' },
    { rateToLAK: 'rate' },
  );
  const before = rates.before.get(currency);
  if (!input || before === undefined || Number(before) === Number(input.rateToLAK)) return input;
  if (signersOfRate(before, input.rateToLAK, rates.freePercent) !== 'one')
    row.fail('rate', `rateNeedsTwo:${shownRate(before)} → ${shownRate(input.rateToLAK)}`);
  return input;
}

export const rateKind: MovingKind = {
  check(row, known) {
    const input = inputOf(row, known);
    const name = [row.text('currency'), row.text('rate')].join(' ');
    if (!input) return row.result(name, { input: null });
    const key = `rates ${input.currency}`;
    const said = Number(input.rateToLAK);
    const repeated = repeatedRow(row, known, { name, field: 'rate', key, said });
    if (repeated) return repeated;
    // Costs of the same file are converted at it, because rates are written first.
    known.rates.has.add(input.currency);
    if (row.isBroken) return row.result(name, { input });
    // Rates come in before everything that has a price, so this one counts for the rows of the
    // file.
    known.rates.has.add(input.currency);
    const newest = known.rates.newest.get(input.currency);
    if (newest && Number(newest.rateToLAK) === Number(input.rateToLAK))
      return row.result(name, { recordId: newest._id, input });
    return row.result(name, {
      input,
      changes: newest ? { rate: [shownRate(newest.rateToLAK), shownRate(input.rateToLAK)] } : null,
    });
  },
  // Another move or a desk may have entered the rate since the check.
  async sameSince(tx, rows) {
    const same = new Map<string, string>();
    for (const { _id, input } of rows) {
      const { currency, rateToLAK } = input as MovedRate;
      const newest = await holdNewestRate(tx, currency);
      if (newest && Number(newest.rateToLAK) === Number(rateToLAK)) same.set(_id, newest._id);
    }
    return same;
  },
  async write({ tx, user, actor }, rows) {
    for (const { _id, input } of rows) {
      const rate = input as MovedRate;
      const createdAt = await transactionNow(tx);
      const added = await addRate(tx, user, {
        ...rate,
        _id,
        createdAt,
        note: '',
        approvalToken: null,
      });
      await recordAudits(tx, actor, [added.audit].flat());
    }
    return undefined;
  },
  // The history of rates is append-only.
  stays: true,
  remove: () => Promise.reject(new ApiError('importInUse')),
};
