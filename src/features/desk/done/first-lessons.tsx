import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClassSession } from '#contract/classes/classes.ts';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { nextLesson, useDayInWords, vientianeNow } from '#src/entities/class/lesson-words.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { api } from '#src/lib/request/api.ts';

/** The first lesson of each class that was sold, by its own sessions; nothing without a network. */
export function FirstLessons({ done: { answer, sent } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  const { courseName } = useClassParts();
  const dayInWords = useDayInWords();
  const sold = new Set(answer.enrolments.map(({ key }) => key));
  const places = sent.places.filter(
    ({ key, joinsWaitingList }) => sold.has(key) && !joinsWaitingList,
  );
  const found = useQueries({
    queries: places.map(({ classId }) => ({
      queryKey: ['class-sessions', 'of class', classId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<ClassSession[]>('/class-sessions', { query: { classId }, signal, quiet: true }),
    })),
  });
  return places.map(({ key, startDate, offered }, at) => {
    const now = vientianeNow();
    const begins = startDate === null || startDate <= now.day ? now : { day: startDate, time: '' };
    const lesson = nextLesson(found[at]?.data, begins);
    if (!lesson) return null;
    return (
      <li key={key}>
        {t('done.firstLesson', {
          course: courseName(offered.courseId) || offered.classCode,
          when: `${dayInWords(lesson.date)}\u00a0${lesson.start}`,
        })}
      </li>
    );
  });
}
