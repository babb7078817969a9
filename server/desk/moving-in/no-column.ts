/** Kept where a person has taken the field from a column, so that no check names it again. */
export const NO_COLUMN = '+none';

type Matching = readonly (string | null)[];

/** The columns as a page shows them: one without a field is open, whoever has left it so. */
export const shownMatching = (matching: Matching): (string | null)[] =>
  matching.map((field) => (field === NO_COLUMN ? null : field));

/** The columns as a person has chosen them; one that had a field and has none stays without. */
export const keptMatching = (before: Matching, chosen: Matching): (string | null)[] =>
  chosen.map((field, at) => field ?? ((before[at] ?? null) === null ? null : NO_COLUMN));
