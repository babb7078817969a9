import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { showMoney } from '#src/lib/text/money.ts';

type SumProps = {
  /** In minor units; negative for outgoing money. */
  amount: number;
  currency: string;
};

/**
 * A sum of money followed by its code, small and muted; left to right in every writing direction.
 */
export function SumText({ amount, currency }: SumProps) {
  return (
    <bdi dir="ltr">
      {showMoney(amount, currency)}{' '}
      <chakra.small color="fg.muted" textStyle="xs" fontWeight="normal">
        {currency}
      </chakra.small>
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
export function MoneyTotals({ lines, label, amount, currency }: TotalsProps) {
  const row = {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '4',
    paddingBlock: '1',
  } as const;
  return (
    <chakra.dl>
      {lines.map((line, at) => (
        <chakra.div key={at} {...row} color="fg.muted">
          <dt>{line.label}</dt>
          <chakra.dd>
            <SumText amount={line.amount} currency={currency} />
          </chakra.dd>
        </chakra.div>
      ))}
      <chakra.div
        {...row}
        marginTop="1"
        borderTop="3px double {colors.border.emphasized}"
        fontWeight="semibold"
      >
        <dt>{label}</dt>
        <chakra.dd fontSize="2xl" lineHeight="tight">
          <SumText amount={amount} currency={currency} />
        </chakra.dd>
      </chakra.div>
    </chakra.dl>
  );
}
