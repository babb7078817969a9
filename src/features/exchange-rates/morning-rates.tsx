import { Check, CircleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { foreignCurrencies, type ForeignCurrency } from '#contract/money/currencies.ts';
import {
  exchangeRates,
  RATE_JUMP_PERCENT,
  type ExchangeRate,
} from '#contract/money/exchange-rates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { FieldRow, InputBox } from '#src/components/kit/field.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { failureText } from '#src/lib/request/failure-text.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { paths } from '#src/lib/paths.ts';
import { formatAge } from '#src/lib/text/age.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { readTypedRate, sendMorningRate, type MorningOutcome } from './morning-rate.ts';
import { formatRateChange, rateChange } from './rate-change.ts';
import { useRateSaver } from './rate-queries.ts';
import styles from './exchange-rates.module.css';

const MINUTE_MS = 60_000;
/** As long as the note of a rate may be. */
const LONGEST_REASON = 200;

type Typed = Partial<Record<ForeignCurrency, string>>;
type Outcomes = Partial<Record<ForeignCurrency, MorningOutcome>>;

type RowProps = {
  currency: ForeignCurrency;
  last: ExchangeRate | undefined;
  text: string;
  outcome: MorningOutcome | undefined;
  problem: boolean;
  isBusy: boolean;
  onType: (text: string) => void;
  /** Set once a reason is demanded. */
  reason: string | undefined;
  onReason: (text: string) => void;
};

/**
 * One currency: the current rate with its age, the box for the new rate, and the result of saving
 * it.
 */
function CurrencyRow({ currency, last, text, outcome, problem, onType, ...rest }: RowProps) {
  const { reason, onReason, isBusy } = rest;
  const { t } = useTranslation('exchange-rates');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const rate = readTypedRate(text);
  const change = last && rate !== null ? formatRateChange(rateChange(last.rateToLAK, rate)) : '';
  const id = `morning-${currency}`;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        <b>{currency}</b> {t(`name.${currency}`)}
      </label>
      <InputBox>
        <input
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={problem}
          aria-describedby={`${id}-says`}
          readOnly={isBusy}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      </InputBox>
      <p
        id={`${id}-says`}
        className={styles.says}
        data-tone={outcome?.isSaved ? 'good' : problem || outcome ? 'bad' : undefined}
      >
        {outcome?.isSaved && <Check aria-hidden size={14} />}
        {(problem || outcome?.isSaved === false) && <CircleAlert aria-hidden size={14} />}
        {outcome
          ? outcome.text
          : problem
            ? t('morning.unreadable')
            : last
              ? t('morning.last', {
                  rate: formatRate(last.rateToLAK),
                  age: formatAge(last.createdAt, language, now),
                })
              : t('morning.none')}
        {!outcome && change !== '' && (
          <>
            {DOT}
            <bdi dir="ltr">{change}</bdi>
          </>
        )}
      </p>
      {reason !== undefined && (
        <FieldRow isWide label={t('morning.reason', { currency })}>
          {(control) => (
            <InputBox>
              <input
                {...control}
                autoComplete="off"
                maxLength={LONGEST_REASON}
                readOnly={isBusy}
                value={reason}
                onChange={({ target }) => onReason(target.value)}
              />
            </InputBox>
          )}
        </FieldRow>
      )}
    </div>
  );
}

/**
 * Every currency on one form, in the order of the bank's morning board. Each rate is saved
 * separately, and says whether it was.
 */
export function MorningRates() {
  const { t } = useTranslation(['exchange-rates', 'common']);
  const { rows } = useCachedList(exchangeRates, { quiet: true });
  const { saver, signing } = useRateSaver();
  const { ask, dialog } = useConfirm();
  const [typed, setTyped] = useState<Typed>({});
  const [keys, setKeys] = useState<Typed>({});
  const [reasons, setReasons] = useState<Typed>({});
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const lastOf = (currency: ForeignCurrency) => rows?.find((row) => row.currency === currency);
  const filled = foreignCurrencies.filter(
    (currency) => (typed[currency] ?? '').trim() !== '' && !outcomes[currency]?.isSaved,
  );
  const unreadable = filled.filter((currency) => readTypedRate(typed[currency] ?? '') === null);

  const isMeant = async () => {
    const jumps = filled.flatMap((currency) => {
      const [last, rate] = [lastOf(currency), readTypedRate(typed[currency] ?? '')];
      const change = last && rate !== null ? rateChange(last.rateToLAK, rate) : 0;
      return Math.abs(change) > RATE_JUMP_PERCENT
        ? [
            `${currency}: ${formatRate(last?.rateToLAK ?? '')} → ${formatRate(rate ?? '')} (${formatRateChange(change)})`,
          ]
        : [];
    });
    return (
      jumps.length === 0 ||
      ask({
        title: t('jump', { percent: RATE_JUMP_PERCENT }),
        text: jumps.join(DOT),
        confirm: t('common:action.confirm'),
        cancel: t('common:action.cancel'),
      })
    );
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isBusy || filled.length === 0 || unreadable.length > 0 || !(await isMeant())) return;
    setBusy(true);
    // One after the other, so that a refused rate does not keep the others from being saved.
    for (const currency of filled) {
      const key = keys[currency] ?? newIdempotencyKey();
      const input = {
        currency,
        rateToLAK: readTypedRate(typed[currency] ?? '') ?? '',
        note: reasons[currency]?.trim() ?? '',
      };
      const result = await sendMorningRate(saver, input, lastOf(currency), key);
      const isSaved = result.outcome === 'saved';
      const asked = result.outcome === 'invalid' ? result.fields['note'] : undefined;
      // A try with an unknown outcome is repeated under the same key.
      setKeys((before) => ({
        ...before,
        [currency]: result.outcome === 'unknown' || result.outcome === 'dropped' ? key : undefined,
      }));
      setOutcomes((before) => ({
        ...before,
        [currency]: {
          isSaved,
          text: isSaved ? t('morning.saved') : (asked ?? failureText(result)),
        },
      }));
      // The person who alone may enter rates signs alone, with a reason.
      if (asked !== undefined)
        setReasons((before) => ({ ...before, [currency]: before[currency] ?? '' }));
    }
    setBusy(false);
  };

  return (
    <>
      <PageHeader title={t('morning.title')} back={paths.exchangeRate} />
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <p>{t('morning.hint')}</p>
        {foreignCurrencies.map((currency) => (
          <CurrencyRow
            key={currency}
            currency={currency}
            last={lastOf(currency)}
            text={typed[currency] ?? ''}
            outcome={outcomes[currency]}
            problem={isAsked && unreadable.includes(currency)}
            isBusy={isBusy}
            reason={reasons[currency]}
            onReason={(reason) => setReasons({ ...reasons, [currency]: reason })}
            onType={(text) => {
              setTyped({ ...typed, [currency]: text });
              setKeys({ ...keys, [currency]: undefined });
              setOutcomes({ ...outcomes, [currency]: undefined });
              setReasons({ ...reasons, [currency]: undefined });
            }}
          />
        ))}
        <Button look="solid" type="submit" disabled={isBusy || filled.length === 0}>
          {t('morning.save')}
        </Button>
        <p role="status" className={styles.says}>
          {Object.values(outcomes).some(Boolean) &&
            t('morning.savedOf', {
              saved:
                foreignCurrencies.filter((currency) => outcomes[currency]?.isSaved).join(', ') ||
                '0',
            })}
        </p>
      </form>
      {dialog}
      {signing}
    </>
  );
}
