import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { DOT } from '#contract/words/dot.ts';
import { SumTable, type ReportSumRow } from '#src/entities/report/sum-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useOpenRows } from './use-open-rows.ts';

/** The discounts: by rule, or by hand with the reason and the person who agreed. */
export function Discounts({ answer: { discounts, grossLAK } }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const language = useLanguage();
  const open = useOpenRows();
  const share = (sum: number) =>
    grossLAK === 0 ? '' : `${formatNumber(Math.round((1000 * sum) / grossLAK) / 10)} %`;
  const sum = discounts.reduce((total, { amountLAK }) => total + amountLAK, 0);
  const rows: ReportSumRow[] = discounts.map(
    ({ key, nameEn, nameLo, reason, approver, amountLAK, lines }) => ({
      key,
      name: language === 'lo' ? nameLo : nameEn,
      detail: [reason, approver].filter(Boolean).join(DOT),
      sums: [lines, share(amountLAK), amountLAK],
      opens: [undefined, undefined, open('discounts', 'discountLAK', { by: 'discount', key })],
    }),
  );
  const total = {
    key: 'total',
    name: t('total'),
    sums: [discounts.reduce((all, { lines }) => all + lines, 0), share(sum), sum],
    opens: [undefined, undefined, open('discounts', 'discountLAK')],
  };
  return (
    <SumTable
      title={t('discounts')}
      head={[t('what'), t('lines'), t('ofGross', { sum: formatNumber(grossLAK) }), t('kip')]}
      rows={rows}
      total={total}
      empty={t('noDiscounts')}
    />
  );
}
