import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NEWS, whatsNew, type NewsToTell } from '#contract/centre/whats-new.ts';
import { Button } from '#src/components/kit/button.tsx';
import { api } from '#src/lib/request/api.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { newsItems } from './news-items.ts';
import { OverviewPanel } from './panel.tsx';
import styles from '#src/features/overview/overview.module.css';

const KEY = ['whats-new'];

/** The news of this build, if the person has not closed it. Only then its words are fetched. */
async function fetchNews(signal: AbortSignal): Promise<NewsToTell> {
  const { id } = await api.get<NewsToTell>(whatsNew.path, { signal, quiet: true });
  // The server may be newer than this page.
  if (id !== NEWS) return { id: null };
  await loadWords('whats-new');
  return { id };
}

/** Tells admins once after an update what is new, until they close it. */
export function WhatsNew() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchNews(signal),
    enabled: navigator.onLine,
    meta: { persist: false },
    retry: false,
  });
  const close = () => {
    client.setQueryData<NewsToTell>(KEY, { id: null });
    // Without an answer it is told again at the next start.
    api.put(whatsNew.path, { id: NEWS }, { quiet: true, background: true }).catch(() => undefined);
  };
  return data?.id === NEWS ? <NewsPanel onClose={close} /> : null;
}

function NewsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['whats-new', 'common']);
  return (
    <div className={styles.newsBox}>
      <OverviewPanel
        title={t('whats-new:title')}
        aside={<Button onClick={onClose}>{t('common:action.close')}</Button>}
      >
        <ul className={styles.list}>
          {newsItems.map((item) => (
            <li key={item}>{t(`whats-new:news.${item}`)}</li>
          ))}
        </ul>
      </OverviewPanel>
    </div>
  );
}
