import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { EnrolmentPage } from '#contract/enrolment-page.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { usePlace } from '#src/features/transfers/transfer-queries.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ChoosePlace } from './choose-place.tsx';
import { TransferForm } from './transfer-form.tsx';

/** Who would change, and out of which class. */
function Who({ page: { student, place } }: { page: EnrolmentPage }) {
  const { t } = useTranslation('transfers');
  const nameOf = usePersonName();
  const inWords = useTimesInWords();
  return (
    <section className={`${styles.panel} ${styles.who}`} aria-label={t('ask.from')}>
      <p>
        <b>{nameOf(student)}</b> {student.nickname !== '' && student.nickname} <span className={styles.muted}>{student.studentCode}</span>
      </p>
      <p>
        <b>{place.classCode}</b> {inWords(place.slots)}{' '}
        <bdi dir="ltr">
          {showDay(place.startDate)}–{showDay(place.endDate)}
        </bdi>
      </p>
    </section>
  );
}

function Asked({ enrolmentId }: { enrolmentId: string }) {
  const { t } = useTranslation('transfers');
  return (
    <RecordStates record={usePlace(enrolmentId)} failed={t('failedOne')} back={paths.transferClass}>
      {(page) =>
        page && (
          <div className={styles.stack}>
            <Who page={page} />
            <TransferForm page={page} />
          </div>
        )
      }
    </RecordStates>
  );
}

/** Create transfer request: another class for a place that is there. */
export function CreateTransferPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const enrolmentId = params.get('enrolmentId');
  return (
    <>
      <PageHeader title={t('page.createTransfer')} back={paths.transferClass} />
      {enrolmentId === null ? <ChoosePlace /> : <Asked key={enrolmentId} enrolmentId={enrolmentId} />}
    </>
  );
}
