import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { ageOn } from '#contract/dates.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import styles from './enrolment.module.css';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

/** A phone number that is called by a tap. */
function Call({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('enrolment');
  if (phone === '') return null;
  return (
    <a
      className={styles.link}
      href={`tel:${phone}`}
      aria-label={t('who.call', { name, phone: formatPhone(phone) })}
    >
      <Phone aria-hidden size={16} strokeWidth={1.75} />
      <bdi dir="ltr">{formatPhone(phone)}</bdi>
    </a>
  );
}

/** The student, and the people to call about them. */
export function PersonPanel({
  student,
  isRecord = false,
}: {
  student: EnrolmentPage['student'];
  isRecord?: boolean;
}) {
  const { t } = useTranslation(['enrolment', 'people']);
  const nameOf = usePersonName();
  const { role, userData } = useStore((state) => state.user);
  const maySeeProfile =
    (role === 'staff' || role === 'superadmin') &&
    (role === 'superadmin' || userData?.branchId === student.homeBranchId);
  const { nickname, studentCode, dateOfBirth, phone, guardians, priceCategory } = student;
  const born =
    dateOfBirth === null
      ? t('who.noBirthday')
      : `${showDay(dateOfBirth)} · ${t('who.years', { count: ageOn(dateOfBirth, today()) })}`;
  return (
    <section className={styles.panel} aria-labelledby="place-who">
      <header>
        <h2 id="place-who">{t('who.title')}</h2>
        {(maySeeProfile || !isRecord) && (
          <Link
            className={styles.link}
            to={
              maySeeProfile
                ? editPath(paths.editStudent, student._id)
                : studentRecordPath(student._id)
            }
          >
            {t(maySeeProfile ? 'who.profile' : 'who.record')}
          </Link>
        )}
      </header>
      <div className={styles.inside}>
        <strong>
          {nameOf(student)}
          {nickname !== '' && ` (${nickname})`}
        </strong>
        <small>
          <bdi dir="ltr">{studentCode}</bdi> · {born}
          {priceCategory !== '' && ` · ${t('who.category', { category: priceCategory })}`}
        </small>
        {phone !== '' && (
          <span className={styles.caller}>
            {t('who.own')} <Call phone={phone} name={nameOf(student)} />
          </span>
        )}
        {guardians.map((one) => {
          const name = `${one.firstName} ${one.lastName}`;
          return (
            <span key={one._id} className={styles.caller}>
              <span>
                {name}{' '}
                <small>
                  {[t(`people:record.relations.${one.relation}`), one.isPayer && t('who.pays')]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <Call phone={one.phone} name={name} />
            </span>
          );
        })}
      </div>
    </section>
  );
}
