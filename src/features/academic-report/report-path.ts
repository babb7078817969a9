/** The parts of the academic report. */
export const academicViews = ['results', 'next', 'check'] as const;
export type AcademicView = (typeof academicViews)[number];
