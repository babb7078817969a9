import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Attendee } from '#contract/classes/attendance.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import { presentAs, type SheetMark } from './attendance-marks.ts';
import styles from './attendance.module.css';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

/**
 * The names stand above the marks here, so they are no links: a finger that misses a mark must not
 * leave the register. The roster has the links.
 */
const STACKED = '(max-width: 699px)';

const exceptions = ['late', 'excused', 'absent'] as const;

type Props = {
  attendee: Attendee;
  mark: SheetMark;
  isLocked: boolean;
  /** False for a mark that only the screen has. */
  isSaved: boolean;
  onMark: (mark: SheetMark) => void;
};

function Details({
  name,
  mark,
  isLocked,
  onMark,
}: Omit<Props, 'attendee' | 'isSaved'> & { name: string }) {
  const { t } = useTranslation('class-page');
  return (
    <div className={styles.details}>
      {mark.status === 'late' && (
        <label>
          {t('attendance.minutes')}
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={600}
            value={mark.minutesLate ?? ''}
            disabled={isLocked}
            aria-label={t('attendance.minutesOf', { name })}
            onChange={({ target }) =>
              onMark({ ...mark, minutesLate: target.value === '' ? null : Number(target.value) })
            }
          />
        </label>
      )}
      <label className={styles.note}>
        {t('attendance.note')}
        <input
          value={mark.note}
          maxLength={200}
          disabled={isLocked}
          aria-label={t('attendance.noteOf', { name })}
          onChange={({ target }) => onMark({ ...mark, note: target.value })}
        />
      </label>
    </div>
  );
}

/**
 * One student of a session: present unless a tap changes it; minutes and a note appear only for
 * marks that use them.
 */
export function AttendanceRow({ attendee, mark, isLocked, isSaved, onMark }: Props) {
  const { t } = useTranslation('class-page');
  const isStacked = useMedia(STACKED);
  const id = useId();
  const { nickname, studentCode, hasJoined, startDate } = attendee;
  const name = currentName(attendee);
  const who = (
    <div className={styles.who}>
      <strong>
        {isStacked ? (
          <WholeWords text={name} />
        ) : (
          <Link to={studentRecordPath(attendee.studentId)}>
            <WholeWords text={name} />
          </Link>
        )}
      </strong>
      {nickname !== '' && <span>{nickname}</span>}
      <small>{studentCode}</small>
    </div>
  );
  if (!hasJoined) {
    return (
      <li className={styles.row} data-later>
        {who}
        <span className={styles.later}>
          {t('attendance.notJoined', { day: showDay(startDate) })}
        </span>
      </li>
    );
  }
  return (
    <li
      className={styles.row}
      data-status={mark.status}
      data-unsaved={!isSaved || undefined}
      data-student={attendee.studentId}
    >
      {who}
      <fieldset className={styles.choices} disabled={isLocked}>
        <legend className={styles.unseen}>{name}</legend>
        {[presentAs(attendee), ...exceptions].map((status) => (
          <label key={status} data-status={status}>
            <input
              type="radio"
              name={id}
              checked={mark.status === status}
              onChange={() => onMark({ ...mark, status })}
            />
            <span>{t(`attendance.statuses.${status}`)}</span>
          </label>
        ))}
      </fieldset>
      {(exceptions.some((one) => one === mark.status) || mark.note !== '') && (
        <Details name={name} mark={mark} isLocked={isLocked} onMark={onMark} />
      )}
    </li>
  );
}
