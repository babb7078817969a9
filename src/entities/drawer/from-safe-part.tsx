import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { MoneyInput, type TypedAmount } from '#src/components/money/money-input.tsx';
import styles from './drawer-parts.module.css';

export type TypedSums = Record<PriceCurrency, TypedAmount>;
/** Money from the safe while it is typed; null if none was taken. */
export type TypedFromSafe = { sums: TypedSums; takenBy: string } | null;

/** The sums of typed amounts; null while one of them cannot be read. */
export function readTypedSums(typed: TypedSums): Record<PriceCurrency, number> | null {
  const { LAK, THB, USD } = typed;
  if (typeof LAK === 'string' || typeof THB === 'string' || typeof USD === 'string') return null;
  return { LAK: LAK ?? 0, THB: THB ?? 0, USD: USD ?? 0 };
}

/** Tells which part of the float was taken from the safe, and by whom. */
export function FromSafePart({
  value,
  more,
  onChange,
}: {
  value: TypedFromSafe;
  /** The money that the drawer holds beyond the last closing; the boxes start with it. */
  more: TypedSums;
  onChange: (value: TypedFromSafe) => void;
}) {
  const { t } = useTranslation('payment');
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => onChange(target.checked ? { sums: more, takenBy: '' } : null)}
        />
        <span>{t('drawer.fromSafe')}</span>
      </label>
      {value && (
        <>
          {priceCurrencies.map((currency) => (
            <MoneyInput
              key={currency}
              label={t('drawer.fromSafeIn', { currency })}
              currency={currency}
              isCash
              value={value.sums[currency]}
              onChange={(amount) =>
                onChange({ ...value, sums: { ...value.sums, [currency]: amount } })
              }
            />
          ))}
          <PlainField
            label={t('drawer.takenBy')}
            required
            maxLength={80}
            value={value.takenBy}
            onChange={({ target }) => onChange({ ...value, takenBy: target.value })}
          />
        </>
      )}
    </>
  );
}
