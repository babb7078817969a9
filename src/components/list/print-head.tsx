import { useTranslation } from 'react-i18next';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import type { PagedList } from '#src/offline/lists/paged-list.ts';
import { setFilters, type Filter } from './filters.ts';
import type { ListView } from './use-list-view.ts';

type PrintHeadProps = {
  title: string;
  filters: readonly Filter[];
  view: ListView;
  list: List<unknown> | PagedList<unknown>;
  /** The number of printed rows, if it differs from the page on screen. */
  printed: number | undefined;
};

/** Printed only: the list's title, its filters, and the number of rows on the paper. */
export function PrintHead({ title, filters, view, list, printed }: PrintHeadProps) {
  const { t } = useTranslation();
  const {
    page,
    pages = 1,
    total = 0,
  } = 'pages' in list ? list : { page: 1, pages: 1, total: list.rows?.length };
  const [shown, of] = [printed ?? 0, total].map(formatNumber);
  const part =
    printed === undefined
      ? t('list.pageOf', { page: formatNumber(page), pages: formatNumber(pages) })
      : t('list.printedFirst', { shown, total: of });
  const isPart = printed === undefined ? pages > 1 : printed < total;
  const narrowedTo = [
    ...(view.asked === '' ? [] : [`${t('list.search')}: ${view.asked}`]),
    ...setFilters(filters, view.filters).map(({ label }) => label),
    ...(isPart ? [part] : []),
  ];
  return <PrintFrame isBuilt title={title} filters={narrowedTo} />;
}
