import type { ChosenPlace, ContinuingClass, ContinuingMark } from '#contract/classes/continuing.ts';
import { overlap } from '#contract/classes/timetable.ts';
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
  /** The paying guardian, who makes a family of the children. */
  payerId: string | null;
  /** The family gave up the seat that was held for it. */
  saidNo: boolean;
};

/** A place that a child of a family has in the new term already. */
export type FamilyPlace = { payerId: string; studentId: string; classId: string };

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

/** True if two weekly timetables meet at one hour. */
const meetTogether = (some: ContinuingClass['slots'], others: ContinuingClass['slots']) =>
  some.some((one) => others.some((other) => one.weekday === other.weekday && overlap(one, other)));

type Clash = (one: string, other: string) => boolean;

/** The places of the children of each family in the new term, and the hours they have now. */
function siblingHours(
  sources: readonly ContinuingSource[],
  already: readonly FamilyPlace[],
  clash: Clash,
) {
  const places = [...already];
  const togetherNow = (studentId: string, other: string) =>
    sources.some(
      (one) =>
        one.studentId === studentId &&
        sources.some((of) => of.studentId === other && meetTogether(one.slots, of.slots)),
    );
  return {
    take: ({ payerId, studentId }: ContinuingSource, classId: string) => {
      if (payerId !== null) places.push({ payerId, studentId, classId });
    },
    /**
     * True if a sibling would be in class at the same hour. Children who come at one hour today do
     * so because it suits the family, so for them it is no clash.
     */
    clash: ({ payerId, studentId }: ContinuingSource, classId: string) =>
      payerId !== null &&
      places.some(
        (place) =>
          place.payerId === payerId &&
          place.studentId !== studentId &&
          clash(place.classId, classId) &&
          !togetherNow(studentId, place.studentId),
      ),
  };
}

/**
 * Proposes a class for each place, in their order, so that who came first chooses first. Chosen
 * places stand and take their seats before any other. A class at the hour of a sibling is proposed
 * only where no other has a seat, and marked. `clash` says if two classes meet at the same time,
 * `already` are places of the families in the new term, `drafts` are the courses with classes that
 * are not open yet. Who said no to a held seat is proposed nothing.
 */
export function propose(
  sources: readonly ContinuingSource[],
  classes: readonly ContinuingClass[],
  chosen: ReadonlyMap<string, ChosenPlace>,
  clash: Clash,
  drafts: ReadonlySet<string> = new Set(),
  already: readonly FamilyPlace[] = [],
): Proposal[] {
  const family = siblingHours(sources, already, clash);
  const left = new Map(classes.map(({ _id, capacity, taken }) => [_id, capacity - taken]));
  const placesOf = new Map<string, string[]>();
  const take = (source: ContinuingSource, classId: string) => {
    const { studentId } = source;
    family.take(source, classId);
    left.set(classId, (left.get(classId) ?? 0) - 1);
    placesOf.set(studentId, [...(placesOf.get(studentId) ?? []), classId]);
  };
  for (const source of sources) {
    const place = chosen.get(source.enrolmentId);
    if (place?.toClassId && !place.waits) take(source, place.toClassId);
  }
  const proposed = sources.map((source): Proposal => {
    const { enrolmentId, studentId, homeBranchId } = source;
    const courseId = courseAfter(source);
    const marks: ContinuingMark[] = source.result === null ? ['undecided'] : [];
    if (source.saidNo) marks.unshift('saidNo');
    const place = chosen.get(enrolmentId);
    if (place) return { ...place, courseId, marks };
    const nowhere = { enrolmentId, toClassId: null, waits: false, courseId };
    if (source.saidNo) return { ...nowhere, marks };
    if (courseId === null) return { ...nowhere, marks: [...marks, 'noNextCourse'] };
    const fitting = classes
      .filter((to) => to.courseId === courseId && to.branchId === homeBranchId)
      .filter(({ _id }) => !(placesOf.get(studentId) ?? []).some((other) => clash(_id, other)))
      .toSorted((a, b) => fitOf(source, a) - fitOf(source, b));
    const withSeat = fitting.filter(({ _id }) => (left.get(_id) ?? 0) > 0);
    const free = withSeat.find(({ _id }) => !family.clash(source, _id)) ?? withSeat[0];
    if (free) {
      take(source, free._id);
      return { ...nowhere, toClassId: free._id, marks };
    }
    const full = fitting.find(({ _id }) => !family.clash(source, _id)) ?? fitting[0];
    return full
      ? { ...nowhere, toClassId: full._id, waits: true, marks: [...marks, 'waits'] }
      : { ...nowhere, marks: [...marks, drafts.has(courseId) ? 'drafts' : 'noClass'] };
  });
  // Of two siblings at one hour both are marked, so that either can be moved.
  return proposed.map((row, at) => {
    const source = sources[at];
    const isClash = source && row.toClassId !== null && family.clash(source, row.toClassId);
    return isClash ? { ...row, marks: [...row.marks, 'sibling'] } : row;
  });
}
