import type { reportFigures, rowFigures } from '#contract/reports/report-words.ts';
import { paths } from '#src/lib/paths.ts';

/** The rows of a money figure, of one day or of this month until today; `more` selects the sum. */
export function figurePath(
  figure: (typeof reportFigures.money)[number] | (typeof rowFigures)[number],
  day?: string,
  more?: Record<string, string>,
): string {
  const address = new URLSearchParams({ figure, ...more });
  if (day !== undefined) {
    address.set('from', day);
    address.set('to', day);
  }
  return `${paths.financialReports}?${address.toString()}`;
}

type Of = { student: string } | { class: string };

const address = (query: Record<string, string>): string =>
  `${paths.academicReports}?${new URLSearchParams(query).toString()}`;

/** The report cards of a student or of a whole class. */
export const cardsPath = (of: Of): string => address({ paper: 'cards', ...of });
/** The certificates of a student or of a whole class. */
export const certificatesPath = (of: Of): string => address({ paper: 'certificates', ...of });
/** The check of a certificate that somebody presents. */
export const checkPath = (number: string, check: string): string =>
  address({ view: 'check', number, check });

/** The page that prints the cards of these students, or of a whole class. */
export const studentCardsPath = (of: { ids: readonly string[] } | { class: string }): string =>
  `${paths.academicReports}?${new URLSearchParams({ paper: 'students', ...('ids' in of ? { ids: of.ids.join(',') } : of) }).toString()}`;
