import { Delete } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { afterBurst } from '#src/components/scan/listen.ts';
import { Button } from '#src/components/kit/button.tsx';
import { padKeys, type PadKey } from './pad-text.ts';
import styles from './money.module.css';

type NumberPadProps = {
  currency: PriceCurrency;
  /** `isTouched` is false for a key that was pressed from the keyboard. */
  onPress: (key: PadKey, isTouched: boolean) => void;
};

/** Digits to touch, left to right in every writing direction. */
export function NumberPad({ currency, onPress }: NumberPadProps) {
  const { t } = useTranslation();
  const keys = padKeys(currency);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key === 'Backspace' ? 'back' : keys.find((one) => one === event.key);
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    // The keys of a scanner are no amount.
    afterBurst(() => onPress(key, false));
  };
  return (
    <div
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
