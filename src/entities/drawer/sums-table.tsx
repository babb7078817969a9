import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { CurrencySums, DrawerMovement } from '#contract/money/drawers.ts';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { showMoney } from '#src/lib/text/money.ts';
import type { DrawerSumRow } from './drawer-sums.ts';
import styles from './drawer-parts.module.css';

/** Describes a movement of money in words. */
export function useMovementWords(): (
  movement: Pick<DrawerMovement, 'kind' | 'paidOutKind'>,
) => string {
  const { t } = useTranslation('drawer');
  return ({ kind, paidOutKind }) =>
    paidOutKind === null
      ? t(`kinds.${kind}`)
      : t('paidOutTo', { where: t(`paidOut.${paidOutKind}`) });
}

export const showSigned = (amount: number, currency: string) =>
  `${amount > 0 ? '+' : ''}${showMoney(amount, currency)}`;

/** The cells of a row with one sum per currency; zero is muted. */
export function CurrencySumCells({
  sums,
  isSigned = false,
}: {
  sums: CurrencySums;
  isSigned?: boolean;
}) {
  return priceCurrencies.map((currency) => (
    <td key={currency} data-end>
      <bdi dir="ltr" className={sums[currency] === 0 ? styles.nothing : undefined}>
        {(isSigned ? showSigned : showMoney)(sums[currency], currency)}
      </bdi>
    </td>
  ));
}

export function CurrencyHead({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Unseen>{first}</Unseen>
        </th>
        {priceCurrencies.map((currency) => (
          <th key={currency} scope="col" data-end>
            {currency}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The expected sums of the drawer, and their total. */
export function ExpectedTable({
  rows,
  expected,
}: {
  rows: readonly DrawerSumRow[];
  expected: CurrencySums | null;
}) {
  const { t } = useTranslation('drawer');
  const words = useMovementWords();
  return (
    <SmallTable className={styles.sums}>
      <CurrencyHead first={t('what')} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{words(row)}</th>
            <CurrencySumCells sums={row.sums} isSigned={row.kind !== 'float'} />
          </tr>
        ))}
      </tbody>
      {expected && (
        <tfoot>
          <tr>
            <th scope="row">{t('expected')}</th>
            <CurrencySumCells sums={expected} />
          </tr>
        </tfoot>
      )}
    </SmallTable>
  );
}
