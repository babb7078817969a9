import { paths } from '#src/lib/paths.ts';

/** The page that prints the cards of these students, or of everybody in a class. */
export const studentCardsPath = (of: { ids: readonly string[] } | { class: string }): string =>
  `${paths.academicReports}?${new URLSearchParams({ paper: 'students', ...('ids' in of ? { ids: of.ids.join(',') } : of) }).toString()}`;
