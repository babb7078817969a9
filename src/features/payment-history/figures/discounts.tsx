import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '#contract/figures.ts';
import { SumTable, type SumRow } from '#src/entities/report/sum-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** What was taken off: by rule, or by hand with its reason and who agreed. */
export function Discounts({ answer: { discounts, grossLAK } }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const language = useLanguage();
  const share = (sum: number) => (grossLAK === 0 ? '' : `${formatNumber(Math.round((1000 * sum) / grossLAK) / 10)} %`);
  const sum = discounts.reduce((total, { amountLAK }) => total + amountLAK, 0);
  const rows: SumRow[] = discounts.map(({ nameEn, nameLo, reason, approver, amountLAK, lines }, at) => ({
    key: String(at),
    name: language === 'lo' ? nameLo : nameEn,
    detail: [reason, approver].filter(Boolean).join(' · '),
    sums: [lines, share(amountLAK), amountLAK],
  }));
  return <SumTable title={t('discounts')} head={[t('what'), t('lines'), t('ofGross', { sum: formatNumber(grossLAK) }), t('kip')]} rows={rows} total={{ key: 'total', name: t('total'), sums: [discounts.reduce((total, { lines }) => total + lines, 0), share(sum), sum] }} empty={t('noDiscounts')} />;
}
