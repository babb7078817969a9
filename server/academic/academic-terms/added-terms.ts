import { academicTerms, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { Tx } from '#server/db/client.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import type { Writer } from '#server/lib/writer.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';

type NewTerm = Omit<
  AcademicTerm,
  'currentUntil' | 'defaultFrom' | 'version' | 'createdAt' | 'updatedAt'
>;

/** Adds terms in the state that today's day gives them. No pointer moves by this. */
export const addTerms = (writer: Writer, rows: readonly NewTerm[]) =>
  addRecords(writer, academicTermTable, academicTerms, rows);

export const removeTerms = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, academicTermTable, ids);
