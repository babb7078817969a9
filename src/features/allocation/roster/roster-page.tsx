import { Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { classes } from '#contract/classes/classes-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import controls from '#src/theme/controls.module.css';

const Roster = lazy(async () => ({ default: (await import('./roster.tsx')).Roster }));

/** The students of one class. */
export function RosterPage() {
  const { t } = useTranslation(['allocation', 'shell', 'common']);
  const [search] = useSearchParams();
  useLiveSeats();
  const id = search.get('id');
  const list = useCachedList(classes, { quiet: true });
  const one = list.rows?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader title={t('shell:page.editStudentsToClass')} back={paths.allocateStudents} />
      <Suspense>{one && <Roster key={one._id} one={one} />}</Suspense>
      {!one && id !== null && !list.rows && !list.error && (
        <p role="status">{t('common:loading')}</p>
      )}
      {!one && (id === null || list.rows !== undefined || list.error !== null) && (
        <PageState icon={Users} title={t(id === null ? 'roster.choose' : 'roster.missing')}>
          <Link className={controls.button} to={paths.allocateStudents}>
            {t('roster.toBoard')}
          </Link>
        </PageState>
      )}
    </>
  );
}
