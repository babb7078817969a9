import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './enrolment.module.css';
import { placePath } from '#src/entities/enrolment/place.ts';

type Other = NonNullable<EnrolmentPage['transferFrom']>;

/** The other enrolment of a transfer: a link if the reader may open it, or else its branch. */
function OtherPlace({ label, other }: { label: string; other: Other | null }) {
  const { t } = useTranslation('class-page');
  const { nameOf } = useBranchChoice();
  if (other === null) return null;
  const { enrolmentId, classCode, branchId, status, startDate, endDate } = other;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {enrolmentId === null ? (
          classCode
        ) : (
          <Link className={styles.link} to={placePath(enrolmentId)}>
            {classCode}
          </Link>
        )}
        <small>
          {[
            enrolmentId === null && nameOf?.(branchId),
            t(`roster.statuses.${status}`),
            `${showDay(startDate)}${endDate === null ? '' : ` – ${showDay(endDate)}`}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </dd>
    </>
  );
}

/**
 * The class with its weekly times, room and teacher, and the enrolments that a transfer connects
 * with this one.
 */
export function ClassPanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const language = useLanguage();
  const nameOf = usePersonName();
  const inWords = useTimesInWords();
  const { place, startDate, endDate } = row;
  const none = t('class-page:head.none');
  return (
    <section className={styles.panel} aria-labelledby="place-class">
      <header>
        <h2 id="place-class">{t('place.title')}</h2>
        <Link className={styles.link} to={editPath(paths.classOverview, place.classId)}>
          {place.classCode}
        </Link>
      </header>
      <dl className={styles.rows}>
        <dt>{t('class-page:head.course')}</dt>
        <dd>{language === 'lo' ? place.courseNameLo : place.courseNameEn}</dd>
        <dt>{t('class-page:head.term')}</dt>
        <dd>{place.termName}</dd>
        <dt>{t('class-page:head.times')}</dt>
        <dd>{inWords(place.slots) || none}</dd>
        <dt>{t('class-page:head.room')}</dt>
        <dd>{place.roomName || none}</dd>
        <dt>{t('class-page:head.teacher')}</dt>
        <dd>{place.teacher ? nameOf(place.teacher) : none}</dd>
        <dt>{t('class-page:roster.since')}</dt>
        <dd>
          <bdi dir="ltr">
            {showDay(startDate)}
            {endDate !== null && ` – ${showDay(endDate)}`}
          </bdi>
        </dd>
        <OtherPlace label={t('transfer.from')} other={row.transferFrom} />
        <OtherPlace label={t('transfer.to')} other={row.transferTo} />
      </dl>
    </section>
  );
}
