import { useTranslation } from 'react-i18next';
import type { BeforeMove } from '#contract/reports/reports.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** A sentence about the branches whose old book a table leaves out; none if it knows everything. */
export function useBeforeMove() {
  const { t } = useTranslation('reports');
  const isLao = useLanguage() === 'lo';
  return (before: BeforeMove): string | undefined => {
    if (before === null) return undefined;
    const names = before.branches.map(({ nameEn, nameLo }) => (isLao ? nameLo : nameEn));
    const said = { day: showDay(before.day), branches: names.join(', ') };
    return before.isWhole ? t('beforeMove.whole', said) : t('beforeMove.some', said);
  };
}
