import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  CourseSeats,
  EnrolmentWeek,
  MoneyToday,
  QueueAnswer,
  ReceivablesNow,
} from '#contract/reports/overview.ts';
import { DiskNote } from '#src/features/overview/panels/disk-note.tsx';
import { KeyFigures } from '#src/features/overview/panels/key-figures.tsx';
import { MoneyPanel } from '#src/features/overview/panels/money-panel.tsx';
import { OpenSteps } from '#src/features/overview/panels/open-steps.tsx';
import { OverviewPanel } from '#src/features/overview/panels/panel.tsx';
import { ReceivablesPanel } from '#src/features/overview/panels/receivables-panel.tsx';
import { ReportsRow } from '#src/features/overview/panels/reports-row.tsx';
import { SeatsPanel } from '#src/features/overview/panels/seats-panel.tsx';
import { WeeksPanel } from '#src/features/overview/panels/weeks-panel.tsx';
import { QueueList } from '#src/features/overview/queue/queue-list.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOverviewPart, type Part } from './overview-queries.ts';
import { later } from '#src/lib/browser/later.ts';
import styles from './overview.module.css';

const BackupNote = later(
  async () => (await import('#src/features/overview/panels/backup-note.tsx')).BackupNote,
);
const TermNote = later(
  async () => (await import('#src/features/overview/panels/term-note.tsx')).TermNote,
);
const WhatsNew = later(
  async () => (await import('#src/features/overview/panels/whats-new.tsx')).WhatsNew,
);
const NewsPanel = later(
  async () => (await import('#src/features/overview/panels/news-panel.tsx')).NewsPanel,
);

/** The parts of the overview; each loads its own answer and appears with it. */
export function OverviewParts({ queue }: { queue: Part<QueueAnswer> }) {
  const { t } = useTranslation(['overview', 'queue']);
  const money = useOverviewPart<MoneyToday>('money');
  const owed = useOverviewPart<ReceivablesNow>('receivables');
  const seats = useOverviewPart<CourseSeats[]>('seats');
  const weeks = useOverviewPart<EnrolmentWeek[]>('enrolments');
  const mayBackUp = useCan('backups:read');
  const total = queue.answer?.total ?? 0;
  return (
    <>
      <DiskNote />
      {mayBackUp && (
        <Suspense>
          <BackupNote />
        </Suspense>
      )}
      <Suspense>
        <WhatsNew />
      </Suspense>
      <Suspense>
        <TermNote />
      </Suspense>
      <OpenSteps />
      <KeyFigures
        money={money.answer}
        owed={owed.answer}
        seats={seats.answer}
        weeks={weeks.answer}
      />
      <ReportsRow weeks={weeks.answer} owed={owed.answer} />
      <div className={styles.layout}>
        <div className={styles.main}>
          <WeeksPanel weeks={weeks} />
          <OverviewPanel
            title={t('queue:title')}
            count={total === 0 ? undefined : formatNumber(total)}
            aside={t('queue:soonest')}
            isBare
          >
            <QueueList queue={queue} />
          </OverviewPanel>
        </div>
        <div className={styles.side}>
          <MoneyPanel money={money} />
          <SeatsPanel seats={seats} />
          <ReceivablesPanel owed={owed} />
          <Suspense>
            <NewsPanel />
          </Suspense>
        </div>
      </div>
    </>
  );
}
