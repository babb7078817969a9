import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BooksHistory } from '#contract/centre/backups.ts';
import { Button } from '#src/components/kit/button.tsx';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { lastReceipts } from '#src/lib/browser/last-receipts.ts';
import { BOOKS_HISTORY_KEY } from '#src/lib/browser/storage-keys.ts';
import { api } from '#src/lib/request/api.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { countDrafts } from '#src/offline/drafts/drafts.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './books-back.module.css';
import { NoticeLine } from './notice-line.tsx';

/** The history of books that never went back. */
const FIRST = 'first';

const readHistory = ({ signal }: { signal: AbortSignal }) =>
  api.get<BooksHistory>('/books-history', { signal, quiet: true });

/**
 * True if the books went back since this device last knew them. A device that never asked has seen
 * it if it kept something from before.
 */
function isNews(restoreId: string): boolean {
  const known = forgivingStorage.getItem(BOOKS_HISTORY_KEY);
  return known === null ? lastReceipts().length > 0 : known !== restoreId;
}

/** Finds the receipts of this device that the books do not have, and the drafts of this person. */
async function findKept(author: string) {
  const receipts = lastReceipts();
  const numbers = receipts.map(({ number }) => number);
  const { missing } = await api.post<{ missing: string[] }>(
    '/books-history/receipts',
    { numbers },
    { quiet: true, background: true },
  );
  return {
    receipts: receipts.filter(({ number }) => missing.includes(number)),
    drafts: await countDrafts(author),
  };
}

/** The receipts and drafts that this device kept; nothing of it is sent by itself. */
function Kept() {
  const { t } = useTranslation('device');
  const author = useStore(({ user }) => user.userData?._id) ?? '';
  const { data, isError } = useQuery({
    queryKey: ['books-history', 'kept', author],
    queryFn: () => findKept(author),
    meta: { persist: false },
  });
  if (isError) return <p className={styles.kept}>{t('booksBack.failed')}</p>;
  if (!data) return null;
  return (
    <div className={styles.kept}>
      <p>{t('booksBack.drafts', { count: data.drafts })}</p>
      <p>{t(data.receipts.length === 0 ? 'booksBack.noReceipts' : 'booksBack.receipts')}</p>
      <ul>
        {data.receipts.map(({ number, at, amountLAK }) => (
          <li key={number}>
            {t('booksBack.receipt', {
              number,
              at: formatDateTime(at),
              amount: formatNumber(amountLAK),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Question() {
  const { t } = useTranslation('device');
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const { data } = useQuery({
    queryKey: ['books-history'],
    queryFn: readHistory,
    enabled: isOnline,
    meta: { persist: false },
  });
  if (!data) return null;
  const id = data.restore?._id ?? FIRST;
  const learn = () => forgivingStorage.setItem(BOOKS_HISTORY_KEY, id);
  if (isDone || data.restore === null || !isNews(id)) {
    learn();
    return null;
  }
  return (
    <>
      <NoticeLine
        icon={History}
        warning
        text={t('booksBack.text', { at: formatDateTime(data.restore.wentBackTo) })}
      >
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('booksBack.show')}
        </Button>
        <Button
          onClick={() => {
            learn();
            setDone(true);
          }}
        >
          {t('booksBack.done')}
        </Button>
      </NoticeLine>
      {isOpen && <Kept />}
    </>
  );
}

/** Says once on each device that the books went back, and shows what the device kept. */
export function BooksBack() {
  // The lines above the pages stand outside of the provider of the pages.
  return (
    <QueryClientProvider client={queryClient}>
      <Question />
    </QueryClientProvider>
  );
}
