import { useTranslation } from 'react-i18next';
import { weightedAverage } from '#contract/classes/assessments.ts';
import { attendancePercent, attendanceStatuses } from '#contract/classes/attendance.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './enrolment.module.css';
import tables from './tables.module.css';

const tones: Record<EnrolmentPage['marks'][number]['status'], MarkTone> = {
  present: 'on',
  makeup: 'on',
  late: 'new',
  excused: 'off',
  absent: 'off',
};

/** Attendance by session, newest first; marks from the class before a transfer say so. */
export function AttendancePanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const { marks, attendance } = row;
  const percent = attendancePercent(attendance);
  const hasEarlier = marks.some(({ isEarlier }) => isEarlier);
  return (
    <section className={styles.panel} aria-labelledby="place-attendance">
      <header>
        <h2 id="place-attendance">
          {t('class-page:roster.attendance')}{' '}
          <span>{percent === null ? '' : `${formatNumber(Math.round(percent))} %`}</span>
        </h2>
      </header>
      {marks.length === 0 ? (
        <p className={styles.inside}>{t('attendance.none')}</p>
      ) : (
        <>
          <p className={styles.counts}>
            {attendanceStatuses
              .filter((one) => attendance[one] > 0)
              .map((one) => (
                <span key={one}>
                  {t(`class-page:attendance.statuses.${one}`)} <strong>{attendance[one]}</strong>
                </span>
              ))}
            {hasEarlier && <span>{t('attendance.earlier')}</span>}
          </p>
          {/* A long term scrolls in its own box, which the keyboard can reach too. */}
          <div
            className={styles.scroll}
            tabIndex={0}
            role="group"
            aria-labelledby="place-attendance"
          >
            <table className={tables.table}>
              <thead>
                <tr>
                  <th scope="col">{t('attendance.session')}</th>
                  <th scope="col">{t('class-page:roster.status')}</th>
                  <th scope="col" data-wide>
                    {t('attendance.by')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {marks
                  .toReversed()
                  .map(
                    ({
                      date,
                      start,
                      end,
                      classCode,
                      isEarlier,
                      status,
                      minutesLate,
                      note,
                      markedBy,
                    }) => (
                      <tr key={`${date} ${start} ${classCode}`} data-fix={isEarlier || undefined}>
                        <th scope="row">
                          <bdi dir="ltr">
                            {showDay(date)} {start}–{end}
                          </bdi>
                          {isEarlier && <small>{classCode}</small>}
                        </th>
                        <td>
                          <Mark
                            label={t(`class-page:attendance.statuses.${status}`)}
                            tone={tones[status]}
                          />
                          <small>
                            {[
                              minutesLate !== null &&
                                t('class-page:attendance.minutesShort', { n: minutesLate }),
                              note,
                            ]
                              .filter(Boolean)
                              .join(' · ')}
                          </small>
                        </td>
                        <td data-wide>{markedBy}</td>
                      </tr>
                    ),
                  )}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

/** The scores of this class, and of the class before a transfer. */
export function ScoresPanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const { scores, result } = row;
  const average = weightedAverage(scores.filter(({ isEarlier }) => !isEarlier));
  const shown = ({ score, mark, maxScore }: EnrolmentPage['scores'][number]) =>
    mark !== null ? t(`scores.${mark}`) : score === null ? '–' : `${score} / ${maxScore}`;
  return (
    <section className={styles.panel} aria-labelledby="place-scores">
      <header>
        <h2 id="place-scores">
          {t('scores.title')}{' '}
          <span>{average === null ? '' : t('scores.average', { percent: average })}</span>
        </h2>
        {result !== null && (
          <Mark label={t(`class-page:results.results.${result}`)} on={result === 'pass'} />
        )}
      </header>
      {scores.length === 0 ? (
        <p className={styles.inside}>{t('scores.none')}</p>
      ) : (
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">{t('scores.assessment')}</th>
              <th scope="col" data-wide>
                {t('scores.weight')}
              </th>
              <th scope="col" data-end>
                {t('scores.score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {scores.map((one) => (
              <tr key={one.assessmentId} data-fix={one.isEarlier || undefined}>
                <th scope="row">
                  {one.name}
                  <small>
                    {[
                      t(`class-page:scores.types.${one.type}`),
                      one.date !== null && showDay(one.date),
                      one.isEarlier && one.classCode,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </th>
                <td data-wide>{one.weight > 0 ? `${one.weight} %` : '–'}</td>
                <td data-end>
                  <bdi dir="ltr">{shown(one)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
