import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { Grouping, ValueKind } from '#contract/reports/report-words.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const MINUTES = 60;

export const isCurrency = (kind: ValueKind | undefined): boolean =>
  priceCurrencies.some((currency) => currency === kind);

/** Hours and minutes as `12:30`, a currency with its minor units; everything else as a number. */
export function showReportSum(sum: number, kind: ValueKind | undefined): string {
  if (kind === 'minutes')
    return `${formatNumber(Math.floor(sum / MINUTES))}:${String(sum % MINUTES).padStart(2, '0')}`;
  return kind !== undefined && isCurrency(kind) ? showMoney(sum, kind) : formatNumber(sum);
}

type Group = { key: string; nameEn: string; nameLo: string };

/** The words for groups and states in the interface language. */
export function useReportText() {
  const { t, i18n } = useTranslation('reports');
  const isLao = useLanguage() === 'lo';
  const word = (code: string): string =>
    i18n.exists(`reports:word.${code}`) ? t(`word.${code}` as 'word.other') : code;
  const groupName = (by: Grouping, { key, nameEn, nameLo }: Group): string => {
    if (key === '') return t('none');
    if (nameEn !== '') return isLao ? nameLo : nameEn;
    if (by === 'day' || by === 'week') return showDay(key);
    if (by === 'tender') return key.split(' ').map(word).join(' ');
    return by === 'month' ? key.split('-').toReversed().join('/') : word(key);
  };
  return { isLao, word, groupName };
}
