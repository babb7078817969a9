/** Where `sections.ts` leaves what came out of each section, and the test runners their reports. */
export const SECTIONS = 'test-results/sections';
const REPORTS = 'test-results/reports';

export type Section = { name: string; passed: boolean; seconds: number };

const fileName = (section: string) => `${section.replaceAll(':', '-')}.json`;

export const sectionFile = (section: string) => `${SECTIONS}/${fileName(section)}`;
/** The JSON report of a section that runs tests; a gate such as lint has none. */
export const reportFile = (section: string) => `${REPORTS}/${fileName(section)}`;
