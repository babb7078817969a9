import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { currentTerm, enrolmentTerm } from '#contract/courses/current-term.ts';
import { dayInLaos } from '#contract/dates.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { fold } from '#contract/words/normalise.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { api } from '#src/lib/request/api.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import {
  useBranchChoice,
  useOfSelectedBranch,
  useSelectedBranchId,
} from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import { personName } from '#src/lib/text/person-name.ts';

/** The term of the board: from the address, else the one for enrolment, else the current one. */
export function useBoardTerm() {
  const [search, setSearch] = useSearchParams();
  const branchId = useSelectedBranchId();
  const list = useCachedList(academicTermsList, { sort: '-startDate', quiet: true });
  const terms = useOfSelectedBranch(list.rows)?.filter(({ status }) => status !== 'archived');
  const term =
    terms?.find(({ _id }) => _id === search.get('term')) ??
    enrolmentTerm(terms ?? [], branchId, dayInLaos()) ??
    currentTerm(terms ?? [], branchId, dayInLaos()) ??
    terms?.[0];
  return {
    list,
    terms: terms ?? [],
    term,
    choose: (_id: string) => setSearch({ term: _id }, { replace: true }),
  };
}

/** The names on a class card: the course in the person's language, the room and the teacher. */
export function useNames() {
  const language = useLanguage();
  const courseRows = useCachedList(coursesList, { quiet: true }).rows;
  const roomRows = useCachedList(roomsList, { quiet: true }).rows;
  const teacherRows = useCachedList(teachersList, { sort: 'firstName', quiet: true }).rows;
  const { nameOf } = useBranchChoice();
  return useMemo(() => {
    const courseOf = new Map(courseRows?.map((one) => [one._id, one]));
    const roomOf = new Map(roomRows?.map((one) => [one._id, one.name]));
    const teacherOf = new Map(teacherRows?.map((one) => [one._id, personName(one, language)]));
    return {
      courses: courseRows ?? [],
      teachers: teacherRows,
      /** Only while classes of several branches are shown. */
      branch: nameOf,
      course: (_id: string) => {
        const found = courseOf.get(_id);
        return found ? (language === 'lo' && found.nameLo) || found.nameEn : '';
      },
      room: (_id: string | null) => (_id === null ? undefined : roomOf.get(_id)),
      teacher: (_id: string | null) => (_id === null ? undefined : teacherOf.get(_id)),
    };
  }, [language, courseRows, roomRows, teacherRows, nameOf]);
}
export type NamesById = ReturnType<typeof useNames>;

/** The selected branch's classes of a term with one of `statuses`, searched by code and course. */
export function useBoardClasses(
  termId: string | undefined,
  statuses: readonly SchoolClass['status'][],
  names: NamesById,
  search: string,
) {
  useLiveSeats();
  const list = useCachedList(classesList, { sort: 'classCode', quiet: true });
  const words = fold(search).split(' ').filter(Boolean);
  const all = useOfSelectedBranch(list.rows)?.filter(
    (one) => one.termId === termId && statuses.includes(one.status),
  );
  const shown = all?.filter((one) => {
    const text = fold(`${one.classCode} ${names.course(one.courseId)}`);
    return words.every((word) => text.includes(word));
  });
  return { list, all, shown };
}

export type StudentFilter = { search: string; lastCourseId: string; age: string };

/** The students of a branch, or of all, without a class in a term, narrowed by the filter. */
export function useUnplaced(
  termId: string | undefined,
  branchId: string | undefined,
  { search, lastCourseId, age }: StudentFilter,
) {
  const [minAge, maxAge] = age.split('-');
  const query = {
    termId,
    branchId,
    search,
    ...(lastCourseId !== '' && { lastCourseId }),
    ...(minAge !== undefined && minAge !== '' && { minAge }),
    ...(maxAge !== undefined && maxAge !== '' && { maxAge }),
  };
  return useQuery({
    queryKey: ['enrolments', 'unplaced', query],
    queryFn: ({ signal }) =>
      api.list<UnplacedStudent>('/enrolments/unplaced', { query, signal, quiet: true }),
    enabled: termId !== undefined,
    // A student who gets a class disappears from the list of every desk, and one who leaves a class
    // comes back.
    meta: { seatsOf: EVERY_CLASS, ofStudents: true },
    placeholderData: (before) => before,
  });
}
