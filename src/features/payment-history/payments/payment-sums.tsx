import { useTranslation } from 'react-i18next';
import type { PaymentSums as Sums } from '#contract/orders/payment-rows.ts';
import { inOrder } from '#contract/orders/payment-sums.ts';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';

type PaymentSumsProps = {
  these: Sums;
  /** The sums of all pages; undefined without the server. */
  all: Sums | undefined;
};

/**
 * The sums of the shown rows and of all pages, by method and currency; a note below names what they
 * leave out.
 */
export function PaymentSums({ these, all }: PaymentSumsProps) {
  const { t } = useTranslation('payment-history');
  const counted = ({ payments, receipts }: Sums) => ({
    payments: formatNumber(payments),
    receipts: formatNumber(receipts),
  });
  const isWhole = all?.units === these.units;
  const sets = [
    ...(isWhole ? [] : [{ label: t('sums.these', counted(these)), sums: these }]),
    ...(all ? [{ label: t(isWhole ? 'sums.whole' : 'sums.all', counted(all)), sums: all }] : []),
  ];
  const lines = inOrder([
    ...new Map(
      [...(all?.byMethod ?? []), ...these.byMethod].map((one) => [
        `${one.method} ${one.currency}`,
        one,
      ]),
    ).values(),
  ]);
  const amountIn = (sums: Sums, line: Sums['byMethod'][number]) =>
    showMoney(
      sums.byMethod.find(
        ({ method, currency }) => method === line.method && currency === line.currency,
      )?.amount ?? 0,
      line.currency,
    );
  const { pending, rejected, voided, openings } = all ?? these;
  const leftOut = [
    pending.count > 0 &&
      t('sums.out.pending', {
        n: formatNumber(pending.count),
        sum: formatNumber(pending.amountLAK),
      }),
    rejected > 0 && t('sums.out.rejected', { n: formatNumber(rejected) }),
    voided > 0 && t('sums.out.voided', { n: formatNumber(voided) }),
    openings > 0 && t('sums.out.openings', { count: openings }),
  ].filter((part) => part !== false);
  return (
    <Panel title={t('sums.title')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('field.method')}</th>
            {sets.map(({ label }) => (
              <th key={label} scope="col" data-end>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.method} ${line.currency}`}>
              <th scope="row">{[t(`method.${line.method}`), line.currency].join(' ')}</th>
              {sets.map(({ label, sums }) => (
                <td key={label} data-end>
                  <bdi dir="ltr">{amountIn(sums, line)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('sums.received')}</th>
            {sets.map(({ label, sums }) => (
              <td key={label} data-end>
                <bdi dir="ltr">{formatNumber(sums.receivedLAK)}</bdi>
              </td>
            ))}
          </tr>
        </tfoot>
      </SmallTable>
      <PanelText isMuted>
        {t('sums.means')} {leftOut.length > 0 && t('sums.leftOut', { parts: leftOut.join(', ') })}
      </PanelText>
    </Panel>
  );
}
