import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { SeatsAsOf } from '#src/entities/class/seats-as-of.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from './class-page.module.css';
import { useSessionWords } from '#src/features/class-page/sessions/session-words.ts';
import { currentName } from '#src/lib/text/person-name.ts';

/**
 * The key facts of a class. With `isBrief` a phone hides them, because the rows below need the
 * space.
 */
export function ClassHead({
  row,
  fetchedAt,
  isBrief,
}: {
  row: SchoolClass;
  fetchedAt: number;
  isBrief: boolean;
}) {
  const { t } = useTranslation('class-page');
  const language = useLanguage();
  const { weekday } = useSessionWords();
  const course = useCachedList(coursesList, { quiet: true }).rows?.find(
    ({ _id }) => _id === row.courseId,
  );
  const term = useCachedList(academicTermsList, { quiet: true }).rows?.find(
    ({ _id }) => _id === row.termId,
  );
  const room = useCachedList(roomsList, { quiet: true }).rows?.find(
    ({ _id }) => _id === row.roomId,
  );
  const teacher = useCachedList(teachersList, { quiet: true }).rows?.find(
    ({ _id }) => _id === row.teacherId,
  );
  const spans = [...new Set(row.slots.map(({ start, end }) => `${start}–${end}`))];
  const daysAt = (span: string) =>
    row.slots
      .filter(({ start, end }) => `${start}–${end}` === span)
      .map((slot) => weekday(slot.weekday));
  const times = spans.map((span) => `${daysAt(span).join(', ')} ${span}`).join(DOT);
  const facts = [
    [
      t('head.course'),
      course && (language === 'lo' && course.nameLo !== '' ? course.nameLo : course.nameEn),
    ],
    [
      t('head.term'),
      term && `${term.name}${DOT}${showDay(row.startDate)} – ${showDay(row.endDate)}`,
    ],
    [t('head.times'), times],
    [
      t('head.teacher'),
      teacher ? currentName(teacher) : row.teacherId === null ? t('head.none') : undefined,
    ],
    [t('head.room'), room?.name ?? (row.roomId === null ? t('head.none') : undefined)],
  ] as const;
  return (
    <dl className={styles.facts} data-brief={isBrief || undefined}>
      <div>
        <dt>{t('head.status')}</dt>
        <dd>
          <Mark
            label={t(`head.statuses.${row.status}`)}
            tone={row.status === 'running' || row.status === 'open' ? 'on' : 'off'}
          />
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? '…'}</dd>
        </div>
      ))}
      <div>
        <dt>{t('head.seats')}</dt>
        <dd>
          {t('head.seatsOf', {
            taken: formatNumber(row.seatsTaken),
            capacity: formatNumber(row.capacity),
          })}{' '}
          <SeatsAsOf fetchedAt={fetchedAt} className={styles.asOf} />
        </dd>
      </div>
    </dl>
  );
}
