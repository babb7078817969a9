/**
 * The folder in which `sections.ts` writes the result of each section; the test runners write their
 * reports to `REPORTS`.
 */
export const SECTIONS = 'test-results/sections';
const REPORTS = 'test-results/reports';

export type Section = { name: string; passed: boolean; seconds: number };

const fileName = (section: string) => `${section.replaceAll(/[^a-z0-9]+/g, '-')}.json`;

export const sectionFile = (section: string) => `${SECTIONS}/${fileName(section)}`;
/** The JSON report of a section with tests; a check such as lint has none. */
export const reportFile = (section: string) => `${REPORTS}/${fileName(section)}`;
