import { useCallback, useMemo } from 'react';
import { academicTerms } from '#contract/courses/academic-terms-list.ts';
import { courses } from '#contract/courses/courses-list.ts';
import { rooms } from '#contract/courses/rooms-list.ts';
import { teachers } from '#contract/people/teachers-list.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const byId = <Row extends { _id: string }>(rows: readonly Row[] | undefined) =>
  new Map((rows ?? []).map((row) => [row._id, row]));

/** The terms, courses, rooms and teachers of classes, from the copies on the device. */
export function useClassParts() {
  const language = useLanguage();
  const nameOf = usePersonName();
  const { rows: termRows } = useCachedList(academicTerms, { sort: '-startDate', quiet: true });
  const { rows: courseRows } = useCachedList(courses, { sort: 'code', quiet: true });
  const { rows: roomRows } = useCachedList(rooms, { sort: 'name', quiet: true });
  const { rows: teacherRows } = useCachedList(teachers, { sort: 'firstName', quiet: true });
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
