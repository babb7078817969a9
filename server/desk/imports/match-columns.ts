import { fold } from '#contract/normalise.ts';
import { headings, type FieldName, type Heading } from '#server/lib/sheets/headings.ts';
import type { Matching } from './check-rows.ts';

/** Removes marks that people put behind a heading: a star for "required", a colon. */
const keyOf = (heading: string) => fold(heading.replace(/[*:]+\s*$/, ''));

/** The likely field of each column, by its heading in either language; a field is proposed once. */
export function proposeMatching(
  columns: readonly string[],
  fields: readonly FieldName[],
): Matching {
  const taken = new Set<FieldName>();
  const propose = (
    column: string,
    words: (heading: Heading, field: FieldName) => readonly string[],
  ) => {
    const wanted = keyOf(column);
    const field = fields.find(
      (name) =>
        !taken.has(name) && words(headings[name], name).some((word) => fold(word) === wanted),
    );
    if (field) taken.add(field);
    return field ?? null;
  };
  // Exact headings come first, so that a merely similar one cannot take their field.
  const exact = columns.map((column) => propose(column, ({ en, lo }, field) => [en, lo, field]));
  return columns.map((column, at) => exact[at] ?? propose(column, ({ also = [] }) => also));
}
