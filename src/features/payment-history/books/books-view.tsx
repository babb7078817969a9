import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { books, type BooksProgress, type BooksRun } from '#contract/money/books.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import styles from '#src/entities/report/report.module.css';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import progressStyles from '#src/theme/progress.module.css';

/** Starts a check of the books and reports its progress. */
function useCheck() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BooksProgress>();
  const [problem, setProblem] = useState('');
  const run = async () => {
    setProblem('');
    setProgress({ done: 0, total: 0 });
    try {
      await api.send('POST', `${books.path}/check`, { quiet: true, background: true }, (response) =>
        readProgress<BooksProgress, BooksRun>(response, setProgress),
      );
      await client.invalidateQueries({ queryKey: [books.name] });
    } catch (error) {
      setProblem(readFailureText(error));
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, problem, run };
}

function Run({ run: { checkedAt, orders, differences, found, by } }: { run: BooksRun }) {
  const { t } = useTranslation('money-reports');
  const at = formatDateTime(checkedAt);
  return (
    <section className={styles.panel} aria-label={at}>
      <header>
        <h2>
          {differences === 0
            ? t('books.fine', { at })
            : t('books.differs', { at, count: differences })}
        </h2>
        <span className={styles.meaning}>
          {t('books.orders', { count: orders, shown: formatNumber(orders) })}
          {by !== '' && ` · ${by}`}
        </span>
      </header>
      {found.map(({ check, where, detail }) => (
        <p key={`${check} ${where} ${detail}`} className={styles.note} data-bad>
          <bdi dir="ltr">{`${where}: ${check}: ${detail}`}</bdi>
        </p>
      ))}
      {differences > found.length && (
        <p className={styles.note}>{t('books.more', { count: differences - found.length })}</p>
      )}
    </section>
  );
}

/**
 * The last comparison of the books with their rows, its differences, and a button to compare now.
 */
export function BooksView() {
  const { t } = useTranslation('money-reports');
  const mayCheck = useCan(books.write);
  const isOnline = useOnline();
  const { progress, problem, run } = useCheck();
  const { data, error, refetch } = useQuery({
    queryKey: [books.name],
    queryFn: ({ signal }) => api.get<BooksRun[]>(books.path, { signal, quiet: true }),
    meta: { persist: false },
  });
  return (
    <>
      <PageHeader title={t('books.title')}>
        <LinkButton to={`${paths.orders}?receipt=`}>{t('books.paper')}</LinkButton>
        {mayCheck && (
          <Button
            look="solid"
            disabled={!isOnline || progress !== undefined}
            onClick={() => void run()}
          >
            {t('books.check')}
          </Button>
        )}
      </PageHeader>
      <div role="status">
        {progress && (
          <progress
            className={progressStyles.bar}
            aria-label={t('books.checking')}
            {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          />
        )}
      </div>
      {problem !== '' && <ErrorText role="alert">{problem}</ErrorText>}
      <div className={styles.columns}>
        {data?.map((one) => (
          <Run key={one.checkedAt} run={one} />
        ))}
      </div>
      {data?.length === 0 && <p className={styles.note}>{t('books.none')}</p>}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={2} />
        ))}
    </>
  );
}
