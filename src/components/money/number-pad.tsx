import { chakra } from '@chakra-ui/react/styled-system';
import { Delete } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { Button } from '#src/components/kit/button.tsx';
import { padKeys, type PadKey } from './pad-text.ts';
import styles from './number-pad.module.css';

type NumberPadProps = { currency: PriceCurrency; onPress: (key: PadKey) => void };

/** Digits to touch, left to right in every writing direction. */
export function NumberPad({ currency, onPress }: NumberPadProps) {
  const { t } = useTranslation();
  return (
    <chakra.div
      role="group"
      aria-label={t('money.pad')}
      dir="ltr"
      display="grid"
      gap="2"
      gridTemplateColumns="repeat(3, minmax(0, 1fr))"
    >
      {padKeys(currency).map((key) => (
        <Button
          key={key}
          aria-label={key === 'back' ? t('money.back') : undefined}
          className={styles.key}
          onClick={() => onPress(key)}
        >
          {key === 'back' ? <Delete aria-hidden /> : key}
        </Button>
      ))}
    </chakra.div>
  );
}
