import { eq } from 'drizzle-orm';
import { academicTerms, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { Tx } from '#server/db/client.ts';
import {
  addRecords,
  changeRecord,
  removeRecords,
  type RecordChange,
} from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

type NewTerm = Omit<
  AcademicTerm,
  'currentUntil' | 'defaultFrom' | 'version' | 'createdAt' | 'updatedAt'
>;

/** Adds terms in the state that today's day gives them. No pointer moves by this. */
export const addTerms = (writer: Writer, rows: readonly NewTerm[]) =>
  addRecords(writer, academicTermTable, academicTerms, rows);

/** Fields that decide over the lessons of the classes of a term. */
const ofLessons: readonly string[] = ['startDate', 'endDate', 'branchIds', 'holidays'];
export const decidesLessons = (fields: readonly string[]): boolean =>
  fields.some((field) => ofLessons.includes(field));

/**
 * Changes fields of a term; gives its version. Throws where its days, branches or holidays would
 * change and it has a class by now.
 */
export async function changeMovedTerm(
  writer: Writer,
  _id: string,
  change: RecordChange,
): Promise<number | undefined> {
  const isOfLessons = decidesLessons(Object.keys(change.change));
  if (isOfLessons && (await writer.tx.$count(classTable, eq(classTable.termId, _id))) > 0)
    throw new ApiError(change.undoes === undefined ? 'importChanged' : 'importInUse');
  return changeRecord(writer, academicTermTable, academicTerms, _id, change);
}

export const removeTerms = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, academicTermTable, ids);
