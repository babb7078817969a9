import { useCallback, useMemo } from 'react';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const byId = <Row extends { _id: string }>(rows: readonly Row[] | undefined) =>
  new Map((rows ?? []).map((row) => [row._id, row]));

/** The terms, courses, rooms and teachers of classes, from the copies on the device. */
export function useClassParts() {
  const language = useLanguage();
  const nameOf = usePersonName();
  const { rows: termRows } = useCachedList(academicTermsList, { sort: '-startDate', quiet: true });
  const { rows: courseRows } = useCachedList(coursesList, { sort: 'code', quiet: true });
  const { rows: roomRows } = useCachedList(roomsList, { sort: 'name', quiet: true });
  const { rows: teacherRows } = useCachedList(teachersList, { sort: 'firstName', quiet: true });
  const all = useMemo(
    () => ({
      terms: byId(termRows),
      courses: byId(courseRows),
      rooms: byId(roomRows),
      teachers: byId(teacherRows),
    }),
    [termRows, courseRows, roomRows, teacherRows],
  );
  const courseName = useCallback(
    (id: string) => {
      const course = all.courses.get(id);
      return course ? (language === 'lo' && course.nameLo) || course.nameEn : '';
    },
    [all, language],
  );
  const teacherName = useCallback(
    (id: string | null) => {
      const teacher = all.teachers.get(id ?? '');
      return teacher ? nameOf(teacher) : '';
    },
    [all, nameOf],
  );
  return { ...all, courseName, teacherName };
}

export type ClassParts = ReturnType<typeof useClassParts>;
