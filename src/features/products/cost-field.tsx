import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { ProductInput } from '#contract/stock/products.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import { FieldFrame } from '#src/components/fields/field-frame.tsx';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { typedAmount } from '#src/components/fields/group-typed.ts';
import { useTypedText, type UnreadText } from '#src/components/fields/use-typed-text.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { showMoney } from '#src/lib/text/money.ts';
import styles from './products.module.css';

type Cost = ProductInput['cost'];
/** An amount that cannot be read stays as typed; the schema refuses it. */
type Held = { amount: number | UnreadText; currency: PriceCurrency } | null | undefined;

const shownCost = (cost: Held) => {
  if (!cost) return '';
  return `${typeof cost.amount === 'number' ? showMoney(cost.amount, cost.currency) : cost.amount} ${cost.currency}`;
};

/** The cost of one piece at the last purchase, in the currency it was paid in; empty if unknown. */
export function CostField({ usual, ...props }: FieldProps<Cost> & { usual: PriceCurrency }) {
  const { t } = useTranslation('products');
  const field = useField<Held>(props as FieldProps<Held>, shownCost);
  const [chosen, choose] = useState<PriceCurrency>();
  const currency = field.value?.currency ?? chosen ?? usual;
  const typed = useTypedText<number>({
    value: field.value?.amount ?? null,
    change: (amount) =>
      field.change(amount === null || amount === '' ? null : { amount, currency }),
    read: (text) => readAmount(text, currency),
    show: (amount) => showMoney(amount, currency),
  });
  const error = (typed.isTyping ? undefined : typed.problem) ?? field.error;
  return (
    <FieldFrame {...props} field={{ ...field, error }} isBare>
      {(control) => (
        <div className={styles.cost}>
          <InputBox>
            <input
              {...control}
              ref={field.ref as Ref<HTMLInputElement>}
              autoComplete="off"
              inputMode="decimal"
              dir="ltr"
              name={props.name}
              value={typed.text}
              onChange={(event) => typed.type(typedAmount(typed.text, event, currency))}
              onBlur={() => {
                typed.leave();
                field.blur();
              }}
            />
          </InputBox>
          <InputBox>
            <select
              aria-label={t('costCurrency')}
              value={currency}
              onChange={(event) => {
                // The same digits in another currency would be another sum, so they must be typed
                // again.
                choose(event.target.value as PriceCurrency);
                field.change(null);
              }}
            >
              {priceCurrencies.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </InputBox>
        </div>
      )}
    </FieldFrame>
  );
}
