import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#src/lib/format.ts';
import { useNow } from '#src/lib/use-now.ts';
import type { PagedList } from '#src/offline/paged-list.ts';
import { setFilters, type Filter } from './filters.ts';
import styles from './list.module.css';
import type { PagedView } from './use-paged-view.ts';

const MINUTE_MS = 60_000;

type PrintHeadProps = {
  filters: readonly Filter[];
  view: PagedView;
  list: PagedList<unknown>;
  /** How many rows stand on the paper, where they are not those of the page on screen. */
  printed: number | undefined;
};

/** On paper only, under the title: what the list is narrowed to, how much of it this is and when that was so. */
export function PrintHead({ filters, view, list, printed }: PrintHeadProps) {
  const { t } = useTranslation();
  const { page, pages = 1, total = 0 } = list;
  const [shown, of] = [printed ?? 0, total].map(formatNumber);
  const part = printed === undefined ? t('list.pageOf', { page: formatNumber(page), pages: formatNumber(pages) }) : t('list.printedFirst', { shown, total: of });
  const isPart = printed === undefined ? pages > 1 : printed < total;
  const time = formatDateTime(new Date(useNow(MINUTE_MS)).toISOString());
  const narrowedTo = [
    ...(view.asked === '' ? [] : [`${t('list.search')}: ${view.asked}`]),
    ...setFilters(filters, view.filters).map(({ label }) => label),
    ...(isPart ? [part] : []),
  ];
  return <p className={styles.printHead}>{[...narrowedTo, t('list.printedAt', { time })].join(' · ')}</p>;
}
