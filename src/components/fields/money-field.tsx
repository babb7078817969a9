import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { TypedField } from './typed-field.tsx';
import type { FieldProps } from './use-field.ts';

type MoneyFieldProps = FieldProps<number | null> & {
  currency: PriceCurrency;
  /** Asks for the amount again after a change of the currency. */
  asks?: string | undefined;
};

/**
 * An amount of `currency`, held in minor units and grouped by thousands while it is typed; empty
 * is null.
 */
export function MoneyField({ currency, asks, ...props }: MoneyFieldProps) {
  return (
    <TypedField
      of={props}
      inputMode={decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}
      read={(text) => readAmount(text, currency)}
      show={(amount) => showMoney(amount, currency)}
      grouped={currency}
      asks={asks}
    />
  );
}

/**
 * The amounts of a form that share a currency. Another currency empties them and asks for them
 * again, because the same digits would be another sum. Choosing the earlier currency brings its
 * amounts back.
 */
export function useAmountsOf(currencyName: string, amountNames: readonly string[]) {
  const { t } = useTranslation();
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const currency = useWatch({ name: currencyName }) as PriceCurrency;
  const entered = useRef(new Map<PriceCurrency, readonly unknown[]>());
  const [emptied, setEmptied] = useState<readonly string[]>([]);
  /** Call it with the new currency before it is in the form. */
  const chooseCurrency = (chosen: PriceCurrency) => {
    const before = amountNames.map((name) => getValues(name));
    entered.current.set(currency, before);
    const known = entered.current.get(chosen);
    for (const [at, name] of amountNames.entries())
      setValue(name, known?.[at] ?? null, { shouldDirty: true });
    setEmptied(
      amountNames.filter(
        (name, at) => (before[at] !== null && before[at] !== '') || emptied.includes(name),
      ),
    );
  };
  const asksFor = (name: string) =>
    emptied.includes(name) ? t('form.amountAgain', { currency }) : undefined;
  return { currency, chooseCurrency, asksFor };
}
