import { useTranslation } from 'react-i18next';
import { weightedAverage } from '#contract/classes/assessments.ts';
import { attendancePercent, attendanceStatuses } from '#contract/classes/attendance.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { PanelText, Panel } from '#src/components/kit/panel.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';

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
    <Panel
      id="place-attendance"
      title={t('class-page:roster.attendance')}
      count={percent === null ? '' : `${formatNumber(Math.round(percent))} %`}
    >
      {marks.length === 0 ? (
        <PanelText>{t('attendance.none')}</PanelText>
      ) : (
        <>
          <PanelText isMuted>
            {attendanceStatuses
              .filter((one) => attendance[one] > 0)
              .map((one) => (
                <span key={one}>
                  {t(`class-page:attendance.statuses.${one}`)} <strong>{attendance[one]}</strong>
                </span>
              ))}
            {hasEarlier && <span>{t('attendance.earlier')}</span>}
          </PanelText>
          <SmallTable label={t('class-page:roster.attendance')} isTall>
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
                            .join(DOT)}
                        </small>
                      </td>
                      <td data-wide>{markedBy}</td>
                    </tr>
                  ),
                )}
            </tbody>
          </SmallTable>
        </>
      )}
    </Panel>
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
    <Panel
      id="place-scores"
      title={t('scores.title')}
      count={average === null ? '' : t('scores.average', { percent: average })}
      tools={
        result !== null && (
          <Mark label={t(`class-page:results.results.${result}`)} on={result === 'pass'} />
        )
      }
    >
      {scores.length === 0 ? (
        <PanelText>{t('scores.none')}</PanelText>
      ) : (
        <SmallTable>
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
                      .join(DOT)}
                  </small>
                </th>
                <td data-wide>{one.weight > 0 ? `${one.weight} %` : '–'}</td>
                <td data-end>
                  <bdi dir="ltr">{shown(one)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}
