import { Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';

const Roster = lazy(async () => ({ default: (await import('./roster.tsx')).Roster }));

/** The students of one class. */
export function RosterPage() {
  const { t } = useTranslation(['allocation', 'shell', 'common']);
  const [search] = useSearchParams();
  useLiveSeats();
  const id = search.get('id');
  const list = useCachedList(classesList, { quiet: true });
  const one = list.rows?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader title={t('shell:page.editStudentsToClass')} back={paths.allocateStudents} />
      <Suspense>{one && <Roster key={one._id} one={one} />}</Suspense>
      {!one && id !== null && !list.rows && !list.error && (
        <p role="status">{t('common:loading')}</p>
      )}
      {!one && (id === null || list.rows !== undefined || list.error !== null) && (
        <EmptyState icon={Users} title={t(id === null ? 'roster.choose' : 'roster.missing')}>
          <LinkButton to={paths.allocateStudents}>{t('roster.toBoard')}</LinkButton>
        </EmptyState>
      )}
    </>
  );
}
