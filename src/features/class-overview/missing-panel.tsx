import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Missing } from '#contract/classes/class-overview.ts';
import { DOT } from '#contract/words/dot.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { Progress } from '#src/components/kit/progress.tsx';
import styles from './class-overview.module.css';
import { wordIn } from './meeting-words.ts';
import { useMissing } from './use-timetable.ts';

type Line = { key: string; to: string; code: string; words: readonly string[] };
type Part = {
  name: 'noTeacher' | 'noRoom' | 'underMinimum' | 'attendance';
  count: number;
  lines: readonly Line[];
};

/** Each line links to the page that solves it. */
function useParts(missing: Missing): Part[] {
  const { t } = useTranslation('class-overview');
  const language = useLanguage();
  const { noTeacher, noRoom, underMinimum, attendance } = missing;
  const ofClasses = (
    name: Part['name'],
    part: Missing['noTeacher'],
    to: (id: string) => string,
  ): Part => ({
    name,
    count: part.count,
    lines: part.rows.map(
      ({ classId, classCode, course, startDate, students, held, minStudents }) => ({
        key: classId,
        to: to(classId),
        code: classCode,
        words: [
          wordIn(course, language),
          ...(name === 'underMinimum'
            ? [
                t('ofMinimum', { students, minStudents }),
                ...(held > 0 ? [t('onHold', { count: held })] : []),
              ]
            : [t('from', { day: showDay(startDate) })]),
        ],
      }),
    ),
  });
  return [
    {
      name: 'attendance',
      count: attendance.count,
      lines: attendance.rows.map(({ sessionId, classId, classCode, date, start, teacher }) => ({
        key: sessionId,
        to: `${editPath(paths.classOverview, classId)}&tab=attendance&session=${sessionId}`,
        code: classCode,
        words: [`${showDay(date)} ${start}`, ...(teacher ? [wordIn(teacher, language)] : [])],
      })),
    },
    ofClasses('noTeacher', noTeacher, () => paths.allocateTeachers),
    ofClasses('noRoom', noRoom, (id) => editPath(paths.editClass, id)),
    ofClasses('underMinimum', underMinimum, (id) => editPath(paths.editStudentsToClass, id)),
  ];
}

/** The number of lines of a kind that are shown before the rest is requested. */
const IN_SIGHT = 4;

function PartLines({ lines }: { lines: readonly Line[] }) {
  return lines.map(({ key, to, code, words }) => (
    <li key={key} className={styles.line}>
      <Link to={to}>{code}</Link>
      <span>{words.join(DOT)}</span>
    </li>
  ));
}

function MissingParts({ missing }: { missing: Missing }) {
  const { t } = useTranslation('class-overview');
  const parts = useParts(missing).filter(({ count }) => count > 0);
  if (parts.length === 0) return <p>{t('nothingMissing')}</p>;
  return parts.map(({ name, count, lines }) => (
    <section key={name}>
      <h3>
        {t(`missing.${name}`)} <span className={styles.count}>{formatNumber(count)}</span>
      </h3>
      <ul>
        <PartLines lines={lines.slice(0, IN_SIGHT)} />
      </ul>
      {lines.length > IN_SIGHT && (
        <details>
          <summary className={styles.more}>
            <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
            {t('more', { count: lines.length - IN_SIGHT })}
          </summary>
          <ul>
            <PartLines lines={lines.slice(IN_SIGHT)} />
          </ul>
        </details>
      )}
    </section>
  ));
}

/** The fill of the running term, course by course. */
function Fill({ fill, term }: Pick<Missing, 'fill' | 'term'>) {
  const { t } = useTranslation('class-overview');
  const language = useLanguage();
  return (
    <section className={styles.panel} aria-label={t('fill')}>
      <h2>{[t('fill'), ...(term ? [term.code] : [])].join(DOT)}</h2>
      {fill.length === 0 && <p>{t('noFill')}</p>}
      <ul>
        {fill.map((course) => (
          <li key={course.courseId} className={styles.fill}>
            <span>{wordIn(course, language)}</span>
            <bdi dir="ltr">{`${formatNumber(course.taken)}/${formatNumber(course.capacity)}`}</bdi>
            <Progress
              value={course.taken}
              max={course.capacity}
              aria-label={wordIn(course, language)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The open tasks of the classes, and how full they are; without network the panel says that
 * instead.
 */
export const MissingPanel = memo(function MissingPanel({
  branchId,
}: {
  branchId: string | undefined;
}) {
  const { t } = useTranslation('class-overview');
  const { data, isError } = useMissing(branchId);
  return (
    <div className={styles.panels}>
      <section className={styles.panel} aria-label={t('toDo')} aria-busy={!data && !isError}>
        <h2>{t('toDo')}</h2>
        {data ? (
          <MissingParts missing={data} />
        ) : (
          <p role="status">{isError ? t('needsServer') : t('loading')}</p>
        )}
      </section>
      {data && <Fill fill={data.fill} term={data.term} />}
    </div>
  );
});
