import { paths } from '#src/lib/paths.ts';

type Of = { student: string } | { class: string };

const address = (query: Record<string, string>): string =>
  `${paths.academicReports}?${new URLSearchParams(query).toString()}`;

/** The report cards of a student or of a whole class. */
export const cardsPath = (of: Of): string => address({ paper: 'cards', ...of });
/** The certificates of a student or of a whole class. */
export const certificatesPath = (of: Of): string => address({ paper: 'certificates', ...of });
/** A certificate that somebody holds in a hand. */
export const checkPath = (number: string, check: string): string =>
  address({ view: 'check', number, check });
