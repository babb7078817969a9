import type { Course } from '#contract/courses/courses.ts';
import type { DeskClass } from '#contract/desk/desk.ts';
import { fold } from '#contract/words/normalise.ts';
import type { FamilyChild } from '#src/features/desk/visit-people.ts';

/** The places that a child has now or is about to have. */
const isTaken = (status: string) => ['active', 'pending', 'waitlisted'].includes(status);

const isMeant = (one: DeskClass, course: Course | undefined, search: string) => {
  const text = fold(search);
  return (
    text === '' ||
    [one.classCode, course?.nameEn, course?.nameLo, course?.code].some((words) =>
      fold(words ?? '').includes(text),
    )
  );
};

type Arranging = {
  child: FamilyChild;
  courses: ReadonlyMap<string, Course>;
  search: string;
  today: string;
  /** True for the classes on the bill. */
  isChosen: (one: DeskClass) => boolean;
};

/**
 * The classes of one child in the order in which they are offered: the next level, then what suits
 * the age, what has not begun yet, and the earliest. A class that the child is in is left out. Once
 * there is a next level, all others are kept apart, but for those on the bill.
 */
export function arrangeClasses(
  classes: readonly DeskClass[],
  { child, courses, search, today, isChosen }: Arranging,
): { hasNext: boolean; near: DeskClass[]; others: DeskClass[] } {
  const nextId = child.known?.nextCourseId ?? null;
  const isIn = ({ classId }: DeskClass) =>
    child.known?.places.some(
      (place) => place.classId === classId && place.hasOrder && isTaken(place.status),
    ) ?? false;
  const rank = (one: DeskClass) =>
    Number(one.courseId !== nextId) * 4 +
    Number(one.findings.some(({ check, weight }) => check !== 'seats' && weight !== 'warn')) * 2 +
    Number(one.startDate < today);
  const shown = classes
    .filter((one) => isMeant(one, courses.get(one.courseId), search))
    .filter((one) => !isIn(one) || isChosen(one))
    .toSorted((a, b) => rank(a) - rank(b) || a.startDate.localeCompare(b.startDate));
  const hasNext = nextId !== null && shown.some(({ courseId }) => courseId === nextId);
  const isNear = (one: DeskClass) =>
    !hasNext || search.trim() !== '' || one.courseId === nextId || isChosen(one);
  return {
    hasNext,
    near: shown.filter(isNear),
    others: shown.filter((one) => !isNear(one)),
  };
}
