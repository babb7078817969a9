import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { academicTerms } from '#contract/academic-terms.ts';
import type { UnplacedStudent } from '#contract/allocation.ts';
import { classes, type SchoolClass } from '#contract/classes.ts';
import { courses } from '#contract/courses.ts';
import { normalise } from '#contract/normalise.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { rooms } from '#contract/rooms.ts';
import { teachers } from '#contract/teachers.ts';
import { api } from '#src/lib/api.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { useLiveSeats } from '#src/offline/live-seats.ts';
import { EVERY_CLASS } from '#src/offline/seats-live.ts';

/** The branch whose desk this is: the one a superadmin has chosen, else the person's own. */
export function useDeskBranch(): string {
  const own = useStore(({ user }) => user.userData?.branchId ?? '');
  const chosen = useStore(({ user, branch }) => (seesAllBranches(user.role) ? branch.branchData?._id : undefined));
  return chosen ?? own;
}

/** The term of the board: named in the address, else the one people enrol for, else the current one. */
export function useBoardTerm() {
  const [search, setSearch] = useSearchParams();
  const list = useCachedList(academicTerms, { sort: '-startDate', quiet: true });
  const branchId = useDeskBranch();
  const terms = list.rows?.filter(({ status, branchIds }) => status !== 'archived' && (branchIds.length === 0 || branchIds.includes(branchId)));
  const term = terms?.find(({ _id }) => _id === search.get('term')) ?? terms?.find(({ isEnrolmentDefault }) => isEnrolmentDefault) ?? terms?.find(({ isCurrent }) => isCurrent) ?? terms?.[0];
  return { list, terms: terms ?? [], term, choose: (_id: string) => setSearch({ term: _id }, { replace: true }) };
}

/** What classes are called by: a course in the person's language, a room and a teacher by their names. */
export function useNames() {
  const language = useLanguage();
  const courseRows = useCachedList(courses, { quiet: true }).rows;
  const roomRows = useCachedList(rooms, { quiet: true }).rows;
  const teacherRows = useCachedList(teachers, { sort: 'firstName', quiet: true }).rows;
  return useMemo(() => {
    const courseOf = new Map(courseRows?.map((one) => [one._id, one]));
    const roomOf = new Map(roomRows?.map((one) => [one._id, one.name]));
    const teacherOf = new Map(teacherRows?.map((one) => [one._id, `${one.firstName} ${one.lastName}`]));
    return {
      courses: courseRows ?? [],
      teachers: teacherRows,
      course: (_id: string) => {
        const found = courseOf.get(_id);
        return found ? (language === 'lo' && found.nameLo) || found.nameEn : '';
      },
      room: (_id: string | null) => (_id === null ? undefined : roomOf.get(_id)),
      teacher: (_id: string | null) => (_id === null ? undefined : teacherOf.get(_id)),
    };
  }, [language, courseRows, roomRows, teacherRows]);
}
export type Names = ReturnType<typeof useNames>;

/** The classes of a term at this desk's branch that are in one of `statuses`, searched by code and course. */
export function useBoardClasses(termId: string | undefined, statuses: readonly SchoolClass['status'][], names: Names, search: string) {
  const branchId = useDeskBranch();
  useLiveSeats();
  const list = useCachedList(classes, { sort: 'classCode', quiet: true });
  const words = normalise(search).split(' ').filter(Boolean);
  const all = list.rows?.filter((one) => one.termId === termId && one.branchId === branchId && statuses.includes(one.status));
  const shown = all?.filter((one) => {
    const text = normalise(`${one.classCode} ${names.course(one.courseId)}`);
    return words.every((word) => text.includes(word));
  });
  return { list, all, shown };
}

export type StudentFilter = { search: string; lastCourseId: string; age: string };

/** Who has no class in a term yet, as the filter narrows them. */
export function useUnplaced(termId: string | undefined, { search, lastCourseId, age }: StudentFilter) {
  const branchId = useDeskBranch();
  const [minAge, maxAge] = age.split('-');
  const query = {
    ...{ termId, branchId, search },
    ...(lastCourseId !== '' && { lastCourseId }),
    ...(minAge !== undefined && minAge !== '' && { minAge }),
    ...(maxAge !== undefined && maxAge !== '' && { maxAge }),
  };
  return useQuery({
    queryKey: ['enrolments', 'unplaced', query],
    queryFn: ({ signal }) => api.list<UnplacedStudent>('/enrolments/unplaced', { query, signal, quiet: true }),
    enabled: termId !== undefined,
    // Whoever is put into a class goes from the list of every desk, and whoever leaves one comes back.
    meta: { seatsOf: EVERY_CLASS, ofStudents: true },
    placeholderData: (before) => before,
  });
}
