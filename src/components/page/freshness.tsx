import { Clock, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { freshnessOf, STALE_AFTER_MS } from '#src/lib/text/freshness.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './page-header.module.css';
import { useMoment } from './use-moment.ts';

/** The time of the list on screen, unless it is live; "old" in words and colour after a day. */
function AsOf({ fetchedAt, failed }: Pick<List<unknown>, 'fetchedAt' | 'failed'>) {
  const { t } = useTranslation();
  const now = useNow(STALE_AFTER_MS);
  // Without a network nobody can tell if the list is still current.
  const online = useOnline();
  const freshness = freshnessOf(fetchedAt, failed || !online, now);
  const asOf = useMoment(fetchedAt, now);
  if (freshness === 'live' || freshness === 'none') return null;
  return (
    <time
      className={styles.asOf}
      data-late={freshness !== 'as-of' || undefined}
      dateTime={new Date(fetchedAt).toISOString()}
      title={formatDateTime(new Date(fetchedAt).toISOString())}
    >
      <Clock aria-hidden size={14} strokeWidth={1.75} />
      {freshness === 'old' ? t('list.old', { asOf }) : asOf}
      {freshness === 'clock' && `${DOT}${t('list.clockWrong')}`}
    </time>
  );
}

/**
 * How fresh the list on screen is, and a button to fetch it again: two items for the flex box of a
 * heading. Both keep their room, because the words appear and disappear while somebody taps rows
 * below.
 */
export function Freshness({ list }: { list: List<unknown> }) {
  const { t } = useTranslation();
  const isThere = list.rows !== undefined;
  return (
    <>
      <IconButton
        icon={RefreshCw}
        className={styles.refresh}
        hidden={!isThere}
        label={t('action.refresh')}
        aria-busy={list.refreshing}
        onClick={list.refetch}
      />
      <span className={styles.freshness}>
        {isThere && <AsOf fetchedAt={list.fetchedAt} failed={list.failed} />}
      </span>
    </>
  );
}
