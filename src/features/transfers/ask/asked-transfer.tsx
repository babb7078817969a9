import { useTranslation } from 'react-i18next';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useTransferPlace } from '#src/features/transfers/transfer-queries.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ClassTransferForm } from './transfer-form.tsx';

/** The student, and the class to leave. */
function Who({ page: { student, place } }: { page: EnrolmentPage }) {
  const { t } = useTranslation('transfers');
  const nameOf = usePersonName();
  const inWords = useTimesInWords();
  return (
    <section className={styles.who} aria-label={t('ask.from')}>
      <p>
        <b>
          <WholeWords text={nameOf(student)} />
        </b>{' '}
        {student.nickname !== '' && student.nickname} <small>{student.studentCode}</small>
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

/** The class to leave, and the form that requests another one. */
export function AskedTransfer({ enrolmentId }: { enrolmentId: string }) {
  const { t } = useTranslation('transfers');
  return (
    <RecordStates
      record={useTransferPlace(enrolmentId)}
      failed={t('failedOne')}
      back={paths.transferClass}
    >
      {(page) =>
        page && (
          <Stack>
            <Who page={page} />
            <ClassTransferForm page={page} />
          </Stack>
        )
      }
    </RecordStates>
  );
}
