import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classResults, type ResultRow } from '#contract/classes/assessments.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { classPath } from './class-path.ts';
import { isOfClass } from '#src/entities/class/class-copies.ts';
import { useScores, useSessions } from './class-queries.ts';
import styles from './class-page.module.css';

type Counted = { code: string; count: number };

/** The number of students for each next course; students without a recommendation are left out. */
function nextCourses(students: readonly ResultRow[], codeOf: (id: string) => string): Counted[] {
  const counts = new Map<string, number>();
  for (const { recommendedCourseId } of students)
    if (recommendedCourseId !== null)
      counts.set(recommendedCourseId, (counts.get(recommendedCourseId) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ code: codeOf(id), count }))
    .toSorted((a, b) => b.count - a.count);
}

/** The effect of finishing a class on its students, in numbers. */
function Meaning({
  row,
  students,
  forgotten,
  onClose,
}: {
  row: SchoolClass;
  students: readonly ResultRow[];
  forgotten: readonly ClassSession[];
  onClose: () => void;
}) {
  const { t } = useTranslation('class-page');
  const courseRows = useCachedList(coursesList, { quiet: true }).rows ?? [];
  const present = students.filter(({ status }) => status === 'active' || status === 'suspended');
  const decided = classResults.map(
    (result) => [result, present.filter((one) => one.result === result).length] as const,
  );
  const undecided = present.filter(({ result }) => result === null).length;
  const next = nextCourses(present, (id) => courseRows.find(({ _id }) => _id === id)?.code ?? '…');
  const withoutNext = present.length - next.reduce((sum, { count }) => sum + count, 0);
  const results = decided
    .map(([result, count]) => `${t(`results.results.${result}`)} ${formatNumber(count)}`)
    .join(DOT);
  return (
    <ul className={styles.meaning}>
      <li>{t('finish.students', { n: formatNumber(present.length) })}</li>
      <li>{t('finish.results', { results })}</li>
      {undecided > 0 && (
        <li data-warns>
          {t('finish.undecided', { n: formatNumber(undecided) })}{' '}
          <Link to={classPath(row._id, 'scores')} onClick={onClose}>
            {t('finish.decide')}
          </Link>
        </li>
      )}
      <li>
        {t('finish.next', {
          courses: [
            ...next.map(({ code, count }) => `${code} ${formatNumber(count)}`),
            `${t('results.noCourse')} ${formatNumber(withoutNext)}`,
          ].join(DOT),
        })}
      </li>
      {row.waiting > 0 && <li>{t('finish.waiting', { n: formatNumber(row.waiting) })}</li>}
      {forgotten[0] && (
        <li data-warns>
          {t('attendance.forgotten', { n: formatNumber(forgotten.length) })}{' '}
          <Link to={classPath(row._id, 'attendance', forgotten[0]._id)} onClick={onClose}>
            {t('attendance.take')}
          </Link>
        </li>
      )}
      <li>{t('finish.stays')}</li>
    </ul>
  );
}

/** Finishes a class after its last session; shows the effect on its students first. */
export function FinishDialog({
  row,
  onClose,
  onDone,
}: {
  row: SchoolClass;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation(['class-page', 'common']);
  const client = useQueryClient();
  const sessions = useSessions(row._id).data?.rows;
  const scores = useScores(row._id);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const scheduled = sessions?.filter(({ status }) => status === 'scheduled') ?? [];
  const ahead = scheduled.filter(({ date }) => date >= today()).length;
  const isKnown = sessions !== undefined && scores.row !== undefined;
  const finish = async () => {
    setSending(true);
    const body = { version: row.version, status: 'finished' };
    const result = await saveOnce((key) =>
      api.post<SchoolClass>(`${classesList.path}/${row._id}/status`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    setSending(false);
    if (result.outcome === 'dropped') return;
    if (result.outcome === 'saved') {
      showToast('success', t('finish.done'));
      void keepRow(client, classesList, result.row);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => isOfClass(row._id, queryKey[0]),
      });
      return onDone();
    }
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfClass(row._id, queryKey[0]) });
    setProblem(failureText(result));
  };
  return (
    <Dialog
      title={t('finish.title', { classCode: row.classCode })}
      description={ahead > 0 ? t('finish.ahead', { n: formatNumber(ahead) }) : t('finish.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            {t(ahead > 0 ? 'common:action.close' : 'common:action.cancel')}
          </Button>
          {ahead === 0 && (
            <Button look="solid" disabled={isSending || !isKnown} onClick={() => void finish()}>
              {t('finish.action')}
            </Button>
          )}
        </>
      }
    >
      {ahead === 0 && scores.row && (
        <Meaning row={row} students={scores.row.students} forgotten={scheduled} onClose={onClose} />
      )}
      {ahead === 0 && scores.error && !scores.row && (
        <p role="alert" className={styles.problem}>
          {readFailureText(scores.error)}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}
