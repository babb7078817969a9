import { Delete } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { afterBurst } from '#src/components/scan/listen.ts';
import { useOneStop } from '#src/lib/browser/use-one-stop.ts';
import { Button } from '#src/components/kit/button.tsx';
import { padKeys, type PadKey } from './pad-text.ts';
import styles from './money.module.css';

/** As in the style of the pad. */
const COLUMNS = 3;

/** Goes up or down in the pad, and round at its edges. */
function goRows(event: KeyboardEvent<HTMLElement>, by: number): void {
  event.preventDefault();
  const keys = [...event.currentTarget.querySelectorAll('button')];
  const at = keys.findIndex((key) => key === event.target);
  keys[(at + by + keys.length) % keys.length]?.focus();
}

type NumberPadProps = {
  currency: PriceCurrency;
  /** `isTouched` is false for a key that was pressed from the keyboard. */
  onPress: (key: PadKey, isTouched: boolean) => void;
};

/** Digits to touch, left to right in every writing direction; one stop of Tab, with arrows. */
export function NumberPad({ currency, onPress }: NumberPadProps) {
  const { t } = useTranslation();
  const keys = padKeys(currency);
  const stop = useOneStop();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = event.key === 'Backspace' ? 'back' : keys.find((one) => one === event.key);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = { ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    if (rows !== undefined) goRows(event, rows);
    else if (!key) stop.onKeyDown(event);
    if (!key) return;
    event.preventDefault();
    // Typed, too, although no box has it.
    event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
    // The keys of a scanner are no amount.
    afterBurst(() => onPress(key, false));
  };
  return (
    <div
      {...stop}
      role="group"
      aria-label={t('money.pad')}
      dir="ltr"
      onKeyDown={onKeyDown}
      className={styles.pad}
      data-pad
    >
      {keys.map((key) => (
        <Button
          key={key}
          aria-label={key === 'back' ? t('money.back') : undefined}
          className={styles.key}
          onClick={({ detail }) => onPress(key, detail > 0)}
        >
          {key === 'back' ? <Delete aria-hidden /> : key}
        </Button>
      ))}
    </div>
  );
}
