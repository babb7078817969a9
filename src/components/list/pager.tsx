import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import type { PagedList } from '#src/offline/lists/paged-list.ts';
import styles from './list.module.css';
import type { ListView } from './use-list-view.ts';

/**
 * The range of rows on screen and the links to other pages; nothing if there is only one page.
 * While the rows are being counted, the next page can be opened but not the last.
 */
export function Pager({ list, view }: { list: PagedList<unknown>; view: ListView }) {
  const { t } = useTranslation();
  const { page, pages, pageSize, total, rows = [] } = list;
  const last = pages ?? (rows.length < pageSize ? page : page + 1);
  if (last === 1) return null;
  const number = (value: number | undefined) => (value === undefined ? '…' : formatNumber(value));
  const from = (page - 1) * pageSize + 1;
  const go = (label: string, Icon: LucideIcon, to: number) => (
    <IconButton
      icon={Icon}
      isFlipped
      label={label}
      isAtEnd={to < 1 || to > last || to === page}
      onClick={() => view.setPage(to)}
    />
  );
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <span>
        {t('list.range', {
          from: formatNumber(from),
          to: formatNumber(from + rows.length - 1),
          total: number(total),
        })}
      </span>
      <span className={styles.turns}>
        {go(t('list.firstPage'), ChevronFirst, 1)}
        {go(t('list.previousPage'), ChevronLeft, page - 1)}
        <span>{t('list.pageOf', { page: formatNumber(page), pages: number(pages) })}</span>
        {go(t('list.nextPage'), ChevronRight, page + 1)}
        {go(t('list.lastPage'), ChevronLast, pages ?? page)}
      </span>
    </nav>
  );
}
