import { useTranslation } from 'react-i18next';
import { classResults, type ResultRow, type ScoreSheet } from '#contract/classes/assessments.ts';
import { ATTENDANCE_GOAL } from '#contract/classes/attendance.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { Share } from '#src/components/kit/share.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import pageStyles from '#src/features/class-page/class-page.module.css';
import styles from './scores.module.css';
import { savedDecision, type Decision } from './use-scores.ts';
import type { EditSheet } from '#src/components/edit/use-sheet.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { currentName } from '#src/lib/text/person-name.ts';
import { cardsPath, certificatesPath } from '#src/entities/report/report-paths.ts';

const isSame = (a: Decision, b: Decision) =>
  a.result === b.result &&
  a.recommendedCourseId === b.recommendedCourseId &&
  a.comment === b.comment;

/** The proposed result of each student, and the decision. */
export function ResultsPanel({
  saved,
  sheet,
  mayWrite,
}: {
  saved: ScoreSheet;
  sheet: EditSheet<Decision, ScoreSheet>;
  mayWrite: boolean;
}) {
  const { t } = useTranslation('class-page');
  const courseList = useCachedList(coursesList, { quiet: true, sort: 'code' }).rows ?? [];
  const { edits } = sheet;
  const decisionOf = (row: ResultRow) => edits.cells[row.enrolmentId] ?? savedDecision(row);
  const put = (rows: readonly (readonly [ResultRow, Decision])[], step?: string) => {
    const cells = { ...edits.cells };
    for (const [row, next] of rows) {
      if (isSame(next, savedDecision(row))) delete cells[row.enrolmentId];
      else cells[row.enrolmentId] = next;
    }
    sheet.change({ ...edits, cells }, step);
  };
  const undecided = saved.students.filter(
    (row) => row.proposed !== null && decisionOf(row).result === null,
  );
  const follow = () =>
    put(
      undecided.map((row) => [
        row,
        { ...decisionOf(row), result: row.proposed, recommendedCourseId: row.proposedCourseId },
      ]),
    );
  return (
    <section className={styles.results}>
      <div className={pageStyles.tools}>
        <h2>{t('results.title')}</h2>
        <LinkButton to={cardsPath({ class: saved.classId })}>{t('results.cards')}</LinkButton>
        <LinkButton to={certificatesPath({ class: saved.classId })}>
          {t('results.certificates')}
        </LinkButton>
        {mayWrite && undecided.length > 0 && (
          <Button onClick={follow}>
            {t('results.follow', { n: formatNumber(undecided.length) })}
          </Button>
        )}
      </div>
      <p className={pageStyles.note}>{t('results.rule')}</p>
      <div className={styles.scroller}>
        <table className={styles.grid} aria-label={t('results.title')}>
          <thead>
            <tr>
              {(
                [
                  'student',
                  'average',
                  'attendance',
                  'proposed',
                  'decided',
                  'next',
                  'comment',
                ] as const
              ).map((head) => (
                <th key={head} scope="col">
                  {t(`results.heads.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {saved.students.map((row) => {
              const name = currentName(row);
              const decided = decisionOf(row);
              const set = (change: Partial<Decision>, step?: string) =>
                put([[row, { ...decided, ...change }]], step);
              return (
                <tr key={row.enrolmentId} data-cell={row.enrolmentId}>
                  <th scope="row">
                    <WholeWords text={name} />
                  </th>
                  <td>
                    {row.average === null ? '–' : `${row.average.toFixed(1)} ${row.grade ?? ''}`}
                  </td>
                  <td>
                    <Share percent={row.attendance} goal={ATTENDANCE_GOAL} />
                  </td>
                  <td>{row.proposed === null ? '–' : t(`results.results.${row.proposed}`)}</td>
                  <td data-typed={row.enrolmentId in edits.cells || undefined}>
                    <select
                      aria-label={t('results.decidedOf', { name })}
                      disabled={!mayWrite}
                      value={decided.result ?? ''}
                      onChange={({ target }) =>
                        set({ result: classResults.find((one) => one === target.value) ?? null })
                      }
                    >
                      <option value="">{t('results.open')}</option>
                      {classResults.map((result) => (
                        <option key={result} value={result}>
                          {t(`results.results.${result}`)}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <select
                      aria-label={t('results.nextOf', { name })}
                      disabled={!mayWrite}
                      value={decided.recommendedCourseId ?? ''}
                      onChange={({ target }) => set({ recommendedCourseId: target.value || null })}
                    >
                      <option value="">{t('results.noCourse')}</option>
                      {courseList.map(({ _id, code }) => (
                        <option key={_id} value={_id}>
                          {code}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <input
                      aria-label={t('results.commentOf', { name })}
                      maxLength={500}
                      readOnly={!mayWrite}
                      value={decided.comment}
                      onChange={({ target }) =>
                        set({ comment: target.value }, `${row.enrolmentId} comment`)
                      }
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
