import { useState } from 'react';
import { minorUnits, showMoney } from '#src/lib/money.ts';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** An amount of `currency`, held in its minor units and grouped by thousands once it has been typed; empty is none. */
export function MoneyField({ currency, ...props }: FieldProps<number | null> & { currency: string }) {
  const show = (amount: number | null) => (amount === null ? '' : showMoney(amount, currency));
  const field = useField(props, show);
  const [typed, setTyped] = useState<string>();
  return (
    <LineField
      of={props}
      field={field}
      inputMode="decimal"
      dir="ltr"
      shown={typed ?? show(field.value)}
      onType={(text) => {
        setTyped(text);
        field.change(minorUnits(text, currency));
      }}
      onLeave={() => {
        setTyped(undefined);
        field.blur();
      }}
    />
  );
}
