import { Button } from '@chakra-ui/react/button';
import { useTranslation } from 'react-i18next';
import { classResults, type ResultRow, type ScoreSheet } from '#contract/assessments.ts';
import { courses } from '#contract/courses.ts';
import { formatNumber } from '#src/lib/format.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import pageStyles from './class-page.module.css';
import styles from './scores.module.css';
import { SheetBar } from './sheet-bar.tsx';
import type { Decision } from './use-scores.ts';
import type { Sheet } from './use-sheet.ts';

const savedDecision = ({ result, recommendedCourseId, comment }: ResultRow): Decision => ({ result, recommendedCourseId, comment });
const isSame = (a: Decision, b: Decision) => a.result === b.result && a.recommendedCourseId === b.recommendedCourseId && a.comment === b.comment;

/** What the figures propose of each student, and what is decided. */
export function ResultsPanel({ saved, sheet, mayWrite }: { saved: ScoreSheet; sheet: Sheet<Decision, ScoreSheet>; mayWrite: boolean }) {
  const { t } = useTranslation('class-page');
  const courseList = useCachedList(courses, { quiet: true, sort: 'code' }).rows ?? [];
  const { typed } = sheet;
  const decisionOf = (row: ResultRow) => typed.cells[row.enrolmentId] ?? savedDecision(row);
  const put = (rows: readonly (readonly [ResultRow, Decision])[]) => {
    const cells = { ...typed.cells };
    for (const [row, next] of rows) {
      if (isSame(next, savedDecision(row))) delete cells[row.enrolmentId];
      else cells[row.enrolmentId] = next;
    }
    sheet.change({ ...typed, cells });
  };
  const undecided = saved.students.filter((row) => row.proposed !== null && decisionOf(row).result === null);
  const follow = () => put(undecided.map((row) => [row, { ...decisionOf(row), result: row.proposed, recommendedCourseId: row.proposedCourseId }]));
  return (
    <section className={styles.results}>
      <div className={pageStyles.tools}>
        <h2>{t('results.title')}</h2>
        {mayWrite && undecided.length > 0 && <Button onClick={follow}>{t('results.follow', { n: formatNumber(undecided.length) })}</Button>}
      </div>
      <p className={pageStyles.note}>{t('results.rule')}</p>
      <div className={styles.scroller}>
        <table className={styles.grid} aria-label={t('results.title')}>
          <thead>
            <tr>
              {(['student', 'average', 'attendance', 'proposed', 'decided', 'next', 'comment'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`results.heads.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {saved.students.map((row) => {
              const name = `${row.firstName} ${row.lastName}`;
              const decided = decisionOf(row);
              const set = (change: Partial<Decision>) => put([[row, { ...decided, ...change }]]);
              return (
                <tr key={row.enrolmentId}>
                  <th scope="row">{name}</th>
                  <td>{row.average === null ? '–' : `${row.average.toFixed(1)} ${row.grade ?? ''}`}</td>
                  <td>{row.attendance === null ? '–' : `${formatNumber(row.attendance)} %`}</td>
                  <td>{row.proposed === null ? '–' : t(`results.results.${row.proposed}`)}</td>
                  <td data-typed={row.enrolmentId in typed.cells || undefined}>
                    <select
                      aria-label={t('results.decidedOf', { name })}
                      disabled={!mayWrite}
                      value={decided.result ?? ''}
                      onChange={({ target }) => set({ result: classResults.find((one) => one === target.value) ?? null })}
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
                    <select aria-label={t('results.nextOf', { name })} disabled={!mayWrite} value={decided.recommendedCourseId ?? ''} onChange={({ target }) => set({ recommendedCourseId: target.value || null })}>
                      <option value="">{t('results.noCourse')}</option>
                      {courseList.map(({ _id, code }) => (
                        <option key={_id} value={_id}>
                          {code}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <input aria-label={t('results.commentOf', { name })} maxLength={500} readOnly={!mayWrite} value={decided.comment} onChange={({ target }) => set({ comment: target.value })} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {sheet.isTyped && <SheetBar sheet={sheet} summary={t('results.typed', { n: formatNumber(Object.keys(typed.cells).length) })} save={t('results.save')} canSave={mayWrite} />}
    </section>
  );
}
