import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { books, type BooksProgress, type BooksRun } from '#contract/money/books.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Panels } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Progress } from '#src/components/kit/progress.tsx';

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
    <Panel
      title={
        differences === 0 ? t('books.fine', { at }) : t('books.differs', { at, count: differences })
      }
      tools={
        <HelpText>
          {t('books.orders', { count: orders, shown: formatNumber(orders) })}
          {by !== '' && `${DOT}${by}`}
        </HelpText>
      }
    >
      {found.map(({ check, where, detail }) => (
        <PanelText key={`${check} ${where} ${detail}`}>
          <ErrorText>{`${where}: ${check}: ${detail}`}</ErrorText>
        </PanelText>
      ))}
      {differences > found.length && (
        <PanelText isMuted>{t('books.more', { count: differences - found.length })}</PanelText>
      )}
    </Panel>
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
          <Progress
            aria-label={t('books.checking')}
            {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          />
        )}
      </div>
      {problem !== '' && <ErrorText role="alert">{problem}</ErrorText>}
      <Panels>
        {data?.map((one) => (
          <Run key={one.checkedAt} run={one} />
        ))}
      </Panels>
      {data?.length === 0 && <Note>{t('books.none')}</Note>}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={2} />
        ))}
    </>
  );
}
