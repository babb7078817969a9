import type { ImportedFile } from '#contract/imports/imports.ts';

type Matched = { file: Pick<ImportedFile, 'headings'>; matching: readonly (string | null)[] };

/**
 * The fields of a corrected file's columns: those chosen for the earlier file by heading, and for
 * new headings those the server suggests. No field is assigned twice.
 */
export function keptMatching(
  { headings, matching }: Pick<ImportedFile, 'headings' | 'matching'>,
  before: Matched,
): (string | null)[] {
  const at = (heading: string) => before.file.headings.indexOf(heading);
  const kept = headings.map((heading) =>
    at(heading) < 0 ? undefined : (before.matching[at(heading)] ?? null),
  );
  const taken = new Set(kept.filter((field) => typeof field === 'string'));
  return kept.map((field, column) => {
    if (field !== undefined) return field;
    const known = matching[column] ?? null;
    return known !== null && taken.has(known) ? null : known;
  });
}

/**
 * True if the corrected file has the columns of the earlier one, so that nobody has to match them
 * again.
 */
export const hasSameColumns = (file: Pick<ImportedFile, 'headings'>, before: Matched): boolean =>
  file.headings.join('\n') === before.file.headings.join('\n');
