import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '#contract/orders/payment-rows.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import styles from '#src/features/payment-history/payment-history.module.css';
import { tones, usePaymentRowWords } from './payment-words.ts';

/** `isFirst` marks the first row of its receipt on this page. */
export type ListedPayment = PaymentRow & { isFirst: boolean };

/** Marks the first row of each receipt; the other rows belong to its number. */
export const marked = (rows: readonly PaymentRow[]): ListedPayment[] =>
  rows.map((row, at) => ({
    ...row,
    isFirst: row.receiptId === null || rows[at - 1]?.receiptId !== row.receiptId,
  }));

function Receipt({ receiptNumber, at, isFirst }: ListedPayment) {
  const { t } = useTranslation('payment-history');
  if (!isFirst) return <Aside isAlone>↳ {receiptNumber}</Aside>;
  return (
    <>
      {receiptNumber === '' ? t('noReceipt') : receiptNumber}
      <br />
      <Aside isAlone>{formatDateTime(at)}</Aside>
    </>
  );
}

/** Two lines of a cell, the second in grey; each text wraps only as a whole. */
const two = (first: ReactNode, second: readonly string[]) => (
  <>
    {first}
    {second.length > 0 && <br />}
    {second.map((text) => (
      <Aside key={text} isAlone>
        <span className={styles.piece}>{text}</span>
      </Aside>
    ))}
  </>
);

/** The columns of the list of payments. */
export function usePaymentColumns(): ListColumn<ListedPayment>[] {
  const { t } = useTranslation('payment-history');
  const wordsOf = usePaymentRowWords();
  const { nameOf: branchOf } = useBranchChoice();
  const payerName = usePayerName();
  return useMemo(
    () => [
      {
        field: 'receiptNumber',
        label: t('field.receipt'),
        priority: 1,
        ltrNoWrap: true,
        cell: (row) => <Receipt {...row} />,
      },
      {
        field: 'payerName',
        label: t('field.payer'),
        priority: 1,
        cell: (row) =>
          two(
            <WholeWords text={payerName(row)} />,
            row.orders.map(({ number }, at) =>
              at === row.orders.length - 1 ? number : `${number},`,
            ),
          ),
      },
      ...(branchOf
        ? [
            {
              field: 'branchId',
              label: t('field.branch'),
              priority: 3,
              text: ({ branchId }) => branchOf(branchId),
            } satisfies ListColumn<ListedPayment>,
          ]
        : []),
      { field: 'method', label: t('field.method'), priority: 2, text: (row) => wordsOf(row).how },
      {
        field: 'tendered',
        label: t('field.tendered'),
        priority: 2,
        cell: (row) => two(wordsOf(row).sum, wordsOf(row).aside),
      },
      {
        field: 'by',
        label: t('field.desk'),
        priority: 3,
        text: ({ drawerName, by }) => [drawerName, by].filter(Boolean).join(DOT),
      },
      {
        field: 'state',
        label: t('field.state'),
        priority: 2,
        text: ({ state }) => ({ text: t(`states.${state}`), tone: tones[state] }),
      },
      {
        field: 'amountLAK',
        label: t('field.kip'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        cell: ({ amountLAK }) => <strong>{formatNumber(amountLAK)}</strong>,
      },
    ],
    [t, wordsOf, branchOf, payerName],
  );
}
