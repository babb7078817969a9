import type { FieldError } from '#contract/field-errors.ts';
import type { Tx } from '#server/db/client.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { takeLocks } from '#server/lib/locks.ts';

/** True if the chain that begins with a course leads to another one; `next` has all links. */
export function leadsTo(
  next: ReadonlyMap<string, string | null>,
  first: string,
  courseId: string | undefined,
): boolean {
  let at: string | null = first;
  for (let steps = 0; at !== null && steps <= next.size; steps += 1) {
    if (at === courseId) return true;
    at = next.get(at) ?? null;
  }
  return false;
}

/**
 * The reason why a course cannot be the next one of another: the chain of next courses must never
 * lead back to a course before. Nobody else changes the chain until the transaction ends.
 */
export async function nextCourseProblem(
  tx: Tx,
  nextCourseId: string,
  courseId: string | undefined,
): Promise<FieldError | undefined> {
  await takeLocks(tx, { advisoryKeys: ['next-courses'] });
  const rows = await tx
    .select({ _id: courseTable._id, next: courseTable.nextCourseId })
    .from(courseTable);
  const next = new Map(rows.map(({ _id, next: after }) => [_id, after]));
  const first = nextCourseId.toLowerCase();
  if (!next.has(first)) return 'courseUnknown';
  return leadsTo(next, first, courseId) ? 'courseCircle' : undefined;
}
