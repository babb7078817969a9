import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { readCash } from '#contract/money/typed-cash.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import { groupDigits, typedAmount } from '#src/components/fields/group-typed.ts';
import { useTypedText, type UnreadText } from '#src/components/fields/use-typed-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { takesDigits } from '#src/components/scan/text-box.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { addedKey, mayBecomeAmount, pressed, type PadKey } from './pad-text.ts';
import styles from './money.module.css';

// Loaded only where money is received; in a form the device's own keypad serves.
const NumberPad = lazy(async () => ({ default: (await import('./number-pad.tsx')).NumberPad }));

/** An amount in minor units, null, or text that could not be read. */
export type TypedAmount = number | UnreadText | null;

type MoneyInputProps = {
  label: string;
  currency: PriceCurrency;
  value: TypedAmount;
  onChange: (value: TypedAmount) => void;
  /** Shows the number pad below; the device's keyboard then stays hidden. */
  withPad?: boolean;
  /** Takes the digits that are typed while no box has the focus. */
  takesKeys?: boolean;
  /** Refuses an amount that no notes and coins give. */
  isCash?: boolean;
  /** Another error of the amount. */
  error?: string | undefined;
  /** Takes the focus when it comes. */
  isFirst?: boolean;
  /** A small figure in the box, in front of the amount; the label is then for screen readers. */
  beside?: ReactNode;
  /** The remaining amount, and quick sums. */
  children?: ReactNode;
};

/** Types with the keys of the pad; the first key after the amount was set elsewhere replaces it. */
function usePad({
  value,
  currency,
  onChange,
}: Pick<MoneyInputProps, 'value' | 'currency' | 'onChange'>) {
  const [typed, setTyped] = useState<{ text: string; value: TypedAmount }>();
  const isTyping = typed !== undefined && Object.is(typed.value, value);
  const press = (key: PadKey) => {
    const text = pressed(isTyping ? typed.text : '', key, currency);
    const read = readAmount(text.replace(/\.$/, ''), currency);
    const next = 'value' in read ? read.value : text;
    setTyped({ text, value: next });
    onChange(next);
  };
  return {
    text: isTyping ? groupDigits(typed.text) : undefined,
    press,
    stop: () => setTyped(undefined),
  };
}

/** One large amount of money outside of a form, to be tendered, counted or given back. */
export function MoneyInput({
  label,
  currency,
  value,
  onChange,
  withPad = false,
  takesKeys = false,
  isCash = false,
  error,
  isFirst = false,
  beside,
  children,
}: MoneyInputProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) box.current?.focus();
  }, [isFirst]);
  const read = (text: string) => (isCash ? readCash : readAmount)(text, currency);
  /** The value as it was last typed: then further digits belong behind it, else they replace it. */
  const [own, setOwn] = useState<TypedAmount>(null);
  const change = (next: TypedAmount) => {
    setOwn(next);
    onChange(next);
  };
  const typed = useTypedText({
    value,
    change,
    read,
    show: (amount) => showMoney(amount, currency),
  });
  const pad = usePad({ value, currency, onChange: change });
  const isOwn = value !== null && Object.is(own, value);
  // The keyboard goes on where the pad ended, and its Enter presses no key again.
  const press = (key: PadKey, isTouched: boolean) => {
    if (isTouched && document.activeElement !== box.current) {
      box.current?.focus({ preventScroll: true });
      box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
    }
    pad.press(key);
  };
  const isUnfinished = typed.isTyping && mayBecomeAmount(typed.text, currency);
  const problem = (isUnfinished ? undefined : typed.problem) ?? error;
  const keyboard = decimalsOf(currency) === 0 ? 'numeric' : 'decimal';
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{beside === undefined ? label : <Unseen>{label}</Unseen>}</label>
      <InputBox className={styles.box}>
        {beside !== undefined && <small className={styles.beside}>{beside}</small>}
        <input
          ref={box}
          id={id}
          dir="ltr"
          autoComplete="off"
          inputMode={withPad ? 'none' : keyboard}
          {...(takesKeys && takesDigits(isOwn))}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about`}
          value={pad.text ?? typed.text}
          onFocus={({ target }) => target.select()}
          onChange={(event) => {
            const before = pad.text;
            const key = before === undefined ? undefined : addedKey(before, event.target.value);
            if (key) return pad.press(key);
            pad.stop();
            return typed.type(typedAmount(before ?? typed.text, event, currency));
          }}
          onBlur={typed.leave}
        />
        <span aria-hidden>{currency}</span>
      </InputBox>
      <div id={`${id}-about`} className={styles.about}>
        {problem !== undefined && <ErrorText withIcon>{problem}</ErrorText>}
      </div>
      {children}
      {withPad && (
        <Suspense fallback={<div className={styles.padPlace} />}>
          <NumberPad currency={currency} onPress={press} />
        </Suspense>
      )}
    </div>
  );
}
