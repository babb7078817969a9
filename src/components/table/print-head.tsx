import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#src/lib/format.ts';
import { useNow } from '#src/lib/use-now.ts';
import { setFilters, type Filter } from './filters.ts';
import styles from './list.module.css';
import type { PagedView } from './use-paged-view.ts';

const MINUTE_MS = 60_000;

/** On paper only, under the title: what the list is narrowed to and when that was so. */
export function PrintHead({ filters, view }: { filters: readonly Filter[]; view: PagedView }) {
  const { t } = useTranslation();
  const time = formatDateTime(new Date(useNow(MINUTE_MS)).toISOString());
  const narrowedTo = [
    ...(view.asked === '' ? [] : [`${t('list.search')}: ${view.asked}`]),
    ...setFilters(filters, view.filters).map(({ label }) => label),
  ];
  return <p className={styles.printHead}>{[...narrowedTo, t('list.printedAt', { time })].join(' · ')}</p>;
}
