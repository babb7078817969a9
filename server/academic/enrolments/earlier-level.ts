import type { EnrolmentStatus } from '#contract/classes/enrolments.ts';

type Course = { _id: string; code: string; nextCourseId: string | null };

export type PastEnrolment = { courseId: string; status: EnrolmentStatus; classEnd: string };

/** Statuses of enrolments that began and were not dropped. */
const learnt: readonly EnrolmentStatus[] = [
  'active',
  'suspended',
  'completed',
  'transferred',
  'withdrawn',
];

/**
 * The course right before the target, if the student has studied here at a lower level and has not
 * passed that course by the start date. A new student has no history, so nothing is missing.
 */
export function earlierLevel(
  courses: readonly Course[],
  target: { courseId: string; startDate: string },
  past: readonly PastEnrolment[],
): Course | undefined {
  const before = courses.filter(({ nextCourseId }) => nextCourseId === target.courseId);
  const leads = new Set(before.map(({ _id }) => _id));
  const isReady = past.some(
    ({ courseId, status, classEnd }) =>
      (courseId === target.courseId && learnt.includes(status)) ||
      (leads.has(courseId) &&
        (status === 'completed' || (status === 'active' && classEnd < target.startDate))),
  );
  if (isReady) return undefined;
  // All courses that lead to this one over several steps; a course can be its own successor by
  // mistake.
  const below = new Set(leads);
  for (let size = -1; size !== below.size;) {
    size = below.size;
    for (const course of courses)
      if (course.nextCourseId !== null && below.has(course.nextCourseId)) below.add(course._id);
  }
  below.delete(target.courseId);
  return past.some(({ courseId, status }) => below.has(courseId) && learnt.includes(status))
    ? before[0]
    : undefined;
}
