import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueAnswer } from '#contract/reports/overview.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { BarPrimary, useInBar } from '#src/components/page/bar-primary.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { firstScreen } from '#src/lib/browser/first-screen.ts';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { today } from '#src/lib/text/today.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { useOverviewPart } from './overview-queries.ts';
import styles from './overview.module.css';

const Parts = lazy(async () => {
  await firstScreen();
  const [{ OverviewParts }] = await Promise.all([
    import('./overview-parts.tsx'),
    loadWords(['overview', 'queue']),
  ]);
  return { default: OverviewParts };
});

const SUNDAY = 7;

function NewVisit() {
  const { t } = useTranslation('shell');
  const inBar = useInBar();
  return (
    <LinkButton
      isShort={!inBar}
      icon={inBar ? undefined : Plus}
      look="solid"
      to={paths.newEnrollment}
    >
      {t(inBar ? 'bar.newVisit' : 'nav.newEnrollment')}
    </LinkButton>
  );
}

/** An admin's first page: the open tasks, today's money, seats, new enrolments and debts. */
export function OverviewPage() {
  const { t } = useTranslation(['shell', 'common']);
  const queue = useOverviewPart<QueueAnswer>('queue');
  useLiveSeats();
  const day = today();
  return (
    <>
      <PageHeader
        title={t('nav.overview')}
        freshness={
          <>
            <span className={styles.day}>
              {t(`common:weekdays.${(new Date(day).getUTCDay() || SUNDAY) as 1}`)}{' '}
              <bdi dir="ltr">{showDay(day)}</bdi>
            </span>
            <Freshness list={queue} />
          </>
        }
      >
        <BarPrimary>
          <NewVisit />
        </BarPrimary>
      </PageHeader>
      <Suspense fallback={<TableSkeleton columns={3} />}>
        <Parts queue={queue} />
      </Suspense>
    </>
  );
}
