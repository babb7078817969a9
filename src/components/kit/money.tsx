import type { ReactNode } from 'react';
import { showMoney } from '#src/lib/text/money.ts';
import styles from './money.module.css';

type MoneyProps = {
  /** In minor units; negative for outgoing money. */
  amount: number;
  currency: string;
  /** Leaves the code out where the head of the column or the label says it. */
  isBare?: boolean;
  /** A plus before what comes in. */
  isSigned?: boolean;
  isStrong?: boolean;
  tone?: 'bad' | 'good' | undefined;
};

/**
 * A sum of money and its code, small and muted; left to right in every writing direction, with
 * figures of one width.
 */
export function Money({ amount, currency, isBare = false, isSigned = false, ...look }: MoneyProps) {
  const text = showMoney(amount, currency);
  return (
    <bdi
      dir="ltr"
      className={styles.money}
      data-strong={look.isStrong || undefined}
      data-tone={look.tone}
    >
      {isSigned && amount > 0 ? `+${text}` : text}
      {!isBare && (
        <>
          {' '}
          <small>{currency}</small>
        </>
      )}
    </bdi>
  );
}

type TotalsProps = {
  /** The amounts that add up to the total, in order. */
  lines: readonly { label: ReactNode; amount: number }[];
  /** Names what the total covers. */
  label: ReactNode;
  amount: number;
  currency: string;
};

/** Amounts and, under a double rule, their total. */
export function Totals({ lines, label, amount, currency }: TotalsProps) {
  return (
    <dl className={styles.totals}>
      {lines.map((line, at) => (
        <div key={at}>
          <dt>{line.label}</dt>
          <dd>
            <Money amount={line.amount} currency={currency} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{label}</dt>
        <dd>
          <Money amount={amount} currency={currency} />
        </dd>
      </div>
    </dl>
  );
}
