import { useId, type KeyboardEvent } from 'react';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { readCash } from '#contract/money/typed-cash.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import type { TypedAmount } from '#src/components/money/money-input.tsx';
import { typedAmount } from '#src/components/fields/group-typed.ts';
import { useTypedText } from '#src/components/fields/use-typed-text.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import styles from '#src/entities/drawer/drawer-parts.module.css';

type BoxProps = {
  label: string;
  /** The currency of a sum; without one it is a number of pieces. */
  currency?: PriceCurrency;
  value: TypedAmount;
  /** Shown while nothing is typed. */
  placeholder?: string;
  error?: string | undefined;
  onChange: (value: TypedAmount) => void;
};

/** Enter goes on to the next box of the table: who counts keeps one hand at the notes. */
function goOn({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== 'Enter') return;
  const boxes = [...(currentTarget.closest('table')?.querySelectorAll('input') ?? [])];
  boxes[boxes.indexOf(currentTarget) + 1]?.focus();
}

/** A box of a table for a sum of cash or a number of pieces. */
export function AmountBox({ label, currency, value, placeholder, error, onChange }: BoxProps) {
  const id = useId();
  const read = (text: string) => (currency ? readCash(text, currency) : readWhole(text));
  const typed = useTypedText({
    value,
    change: onChange,
    read,
    show: (amount) => (currency ? showMoney(amount, currency) : formatNumber(amount)),
  });
  const problem = typed.isTyping ? undefined : (typed.problem ?? error);
  return (
    <>
      <span className={styles.box}>
        <InputBox>
          <input
            dir="ltr"
            aria-label={label}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : id}
            autoComplete="off"
            inputMode={currency === undefined || currency === 'LAK' ? 'numeric' : 'decimal'}
            placeholder={placeholder}
            value={typed.text}
            onFocus={({ target }) => target.select()}
            onChange={(event) =>
              typed.type(currency ? typedAmount(typed.text, event, currency) : event.target.value)
            }
            onBlur={typed.leave}
            onKeyDown={goOn}
          />
        </InputBox>
      </span>
      {problem !== undefined && (
        <ErrorText as="span" id={id}>
          {problem}
        </ErrorText>
      )}
    </>
  );
}
