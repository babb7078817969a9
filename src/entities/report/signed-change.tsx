import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { MINUS } from '#src/lib/text/format.ts';
import styles from './report-page.module.css';

/** A difference with its sign; zero has none. */
export function signed(difference: number, show: (value: number) => string): string {
  if (difference === 0) return show(0);
  return `${difference > 0 ? '+' : MINUS}${show(Math.abs(difference))}`;
}

type SignedChangeProps = {
  by: number;
  /** Of a gain more is better, of a burden less; of anything else neither is. */
  tone: 'gain' | 'burden' | undefined;
  children: ReactNode;
};

/** A change in words, with its direction, and with the colour of good or bad. */
export function SignedChange({ by, tone, children }: SignedChangeProps) {
  const Icon = by > 0 ? TrendingUp : TrendingDown;
  const isBetter = by > 0 === (tone === 'gain');
  return (
    <span
      className={styles.change}
      data-tone={by === 0 || tone === undefined ? undefined : isBetter ? 'good' : 'bad'}
    >
      {by !== 0 && <Icon aria-hidden size={14} strokeWidth={1.75} />}
      {children}
    </span>
  );
}
