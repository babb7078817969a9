import type { FieldError } from '#contract/field-errors.ts';
import { teacherInput, type TeacherInput } from '#contract/people/teachers.ts';
import {
  employmentWords,
  genderWords,
  teacherStatusWords,
} from '#server/lib/sheets/choice-words.ts';
import type { Context, Problems, RowValues } from './import-kind.ts';
import { readRowFields } from './read-fields.ts';

const choices = {
  gender: genderWords,
  status: teacherStatusWords,
  employmentType: employmentWords,
} as const;

/** The teacher of a row, or what is wrong in which column. */
export function readTeacherRow(
  values: RowValues,
  context: Context,
): { input: TeacherInput } | { problems: Problems } {
  // A teacher has no field for a nickname, so one that stands beside the name goes into the note.
  const { nickname, note, ...others } = values;
  const notes = note === null ? null : [note, nickname].filter(Boolean).join(' · ');
  const { record, problems } = readRowFields({ ...others, note: notes }, choices, context);
  const read = teacherInput.safeParse({ ...record, branchIds: [context.branchId] });
  const all: Record<string, FieldError> = { ...problems };
  if (!read.success)
    for (const { path, message } of read.error.issues)
      all[path.join('.')] ??= message as FieldError;
  return read.success && Object.keys(all).length === 0 ? { input: read.data } : { problems: all };
}
