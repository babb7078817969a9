import { useState, type Ref } from 'react';
import { minorUnits, showMoney } from '#src/lib/money.ts';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** An amount of `currency`, held in its minor units and grouped by thousands once it has been typed; empty is none. */
export function MoneyField({ currency, ...props }: FieldProps<number | null> & { currency: string }) {
  const field = useField(props, (amount) => (amount === null ? '' : showMoney(amount, currency)));
  const [typed, setTyped] = useState<string>();
  const shown = field.value === null ? '' : showMoney(field.value, currency);
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          inputMode="decimal"
          name={props.name}
          dir="ltr"
          autoComplete="off"
          value={typed ?? shown}
          onChange={(event) => {
            setTyped(event.target.value);
            field.change(minorUnits(event.target.value, currency));
          }}
          onBlur={() => {
            setTyped(undefined);
            field.blur();
          }}
        />
      )}
    </FieldFrame>
  );
}
