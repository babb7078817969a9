import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_STOCK } from '#contract/stock/products.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { useTypedText, type UnreadText } from '#src/components/fields/use-typed-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './lines.module.css';

/** A quantity, nothing yet, or a text that could not be read as a number. */
export type Quantity = number | UnreadText | null;

/**
 * Enter finishes the number; the row keeps the focus, because a scan in the next box may be taken
 * for its number. It submits no form.
 */
function finish(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const box = event.currentTarget;
  const row = box.closest('li');
  // A number is finished where its box is left.
  box.blur();
  if (!row) return;
  row.tabIndex = -1;
  row.focus();
}

type QuantityBoxProps = {
  /** Names the box for screen readers, which do not read its row. */
  label: string;
  value: Quantity;
  least: number;
  onChange: (value: Quantity) => void;
  onLeave?: () => void;
  disabled?: boolean;
  /** Another error of the value, as text. */
  error?: string | undefined;
  /** Identifies the box, so that a scan can find it. */
  of: string;
};

/** A quantity: typed, or changed by the buttons; a scanner works while the box has the focus. */
export function QuantityBox({
  label,
  value,
  least,
  onChange,
  onLeave,
  disabled = false,
  error,
  of,
}: QuantityBoxProps) {
  const { t } = useTranslation('stock');
  const typed = useTypedText({ value, change: onChange, read: readWhole, show: formatNumber });
  const problem = typed.isTyping ? undefined : (typed.problem ?? error);
  const now = typeof value === 'number' ? value : 0;
  const step = (to: number) => {
    typed.leave();
    onChange(Math.min(MAX_STOCK, Math.max(least, to)));
  };
  return (
    <span className={styles.quantity}>
      <span className={styles.step} dir="ltr" data-wrong={problem !== undefined || undefined}>
        <IconButton
          icon={Minus}
          label={t('lines.fewer', { name: label })}
          disabled={disabled}
          isAtEnd={now <= least}
          onClick={() => step(now - 1)}
        />
        <input
          data-quantity-of={of}
          aria-label={label}
          aria-invalid={problem !== undefined}
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="off"
          disabled={disabled}
          value={typed.text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => typed.type(target.value)}
          onKeyDown={finish}
          onBlur={() => {
            typed.leave();
            onLeave?.();
          }}
        />
        <IconButton
          icon={Plus}
          label={t('lines.more', { name: label })}
          disabled={disabled}
          isAtEnd={now >= MAX_STOCK}
          onClick={() => step(now + 1)}
        />
      </span>
      {problem !== undefined && <ErrorText as="span">{problem}</ErrorText>}
    </span>
  );
}
