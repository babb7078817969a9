import type { ChosenPlace, ContinuingClass, ContinuingMark } from '#contract/classes/continuing.ts';
import type { ClassResult } from '#contract/classes/assessments.ts';

/** A place of the term before, and what is known of its student. */
export type ContinuingSource = {
  enrolmentId: string;
  studentId: string;
  homeBranchId: string;
  courseId: string;
  nextCourseId: string | null;
  recommendedCourseId: string | null;
  result: ClassResult | null;
  teacherId: string | null;
  slots: ContinuingClass['slots'];
};

export type Proposal = ChosenPlace & { courseId: string | null; marks: ContinuingMark[] };

/** The next course: after a pass the next one, else the same; without a result the next one. */
export function courseAfter({
  result,
  courseId,
  nextCourseId,
  recommendedCourseId,
}: Pick<ContinuingSource, 'result' | 'courseId' | 'nextCourseId' | 'recommendedCourseId'>):
  string | null {
  if (recommendedCourseId !== null) return recommendedCourseId;
  return result === 'fail' || result === 'conditional' ? courseId : nextCourseId;
}

const timesOf = (slots: ContinuingClass['slots']) =>
  slots
    .map(({ weekday, start, end }) => `${weekday} ${start} ${end}`)
    .toSorted()
    .join();

/** The better fit has the smaller number: teacher and time, then time, then teacher, then any. */
function fitOf(source: ContinuingSource, to: ContinuingClass): number {
  const isSameTime = timesOf(source.slots) === timesOf(to.slots);
  const isSameTeacher = source.teacherId !== null && source.teacherId === to.teacherId;
  if (isSameTime) return isSameTeacher ? 0 : 1;
  return isSameTeacher ? 2 : 3;
}

/**
 * Proposes a class for each place, in their order, so that who came first chooses first. Chosen
 * places stand and take their seats before any other. `clash` says if two classes meet at the same
 * time, `drafts` are the courses with classes that are not open yet.
 */
export function propose(
  sources: readonly ContinuingSource[],
  classes: readonly ContinuingClass[],
  chosen: ReadonlyMap<string, ChosenPlace>,
  clash: (one: string, other: string) => boolean,
  drafts: ReadonlySet<string> = new Set(),
): Proposal[] {
  const left = new Map(classes.map(({ _id, capacity, taken }) => [_id, capacity - taken]));
  const placesOf = new Map<string, string[]>();
  const take = (studentId: string, classId: string) => {
    left.set(classId, (left.get(classId) ?? 0) - 1);
    placesOf.set(studentId, [...(placesOf.get(studentId) ?? []), classId]);
  };
  for (const { enrolmentId, studentId } of sources) {
    const place = chosen.get(enrolmentId);
    if (place?.toClassId && !place.waits) take(studentId, place.toClassId);
  }
  return sources.map((source) => {
    const { enrolmentId, studentId, homeBranchId } = source;
    const courseId = courseAfter(source);
    const marks: ContinuingMark[] = source.result === null ? ['undecided'] : [];
    const place = chosen.get(enrolmentId);
    if (place) return { ...place, courseId, marks };
    const nowhere = { enrolmentId, toClassId: null, waits: false, courseId };
    if (courseId === null) return { ...nowhere, marks: [...marks, 'noNextCourse'] };
    const fitting = classes
      .filter((to) => to.courseId === courseId && to.branchId === homeBranchId)
      .filter(({ _id }) => !(placesOf.get(studentId) ?? []).some((other) => clash(_id, other)))
      .toSorted((a, b) => fitOf(source, a) - fitOf(source, b));
    const free = fitting.find(({ _id }) => (left.get(_id) ?? 0) > 0);
    if (free) {
      take(studentId, free._id);
      return { ...nowhere, toClassId: free._id, marks };
    }
    const [full] = fitting;
    return full
      ? { ...nowhere, toClassId: full._id, waits: true, marks: [...marks, 'waits'] }
      : { ...nowhere, marks: [...marks, drafts.has(courseId) ? 'drafts' : 'noClass'] };
  });
}
