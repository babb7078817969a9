import { classResults } from '#contract/classes/assessments.ts';
import { copyProblems, openProblems } from '#contract/classes/class-copies.ts';
import { continuingAnswers, letterWays } from '#contract/classes/continuing-words.ts';
import { continuingMarks } from '#contract/classes/continuing.ts';
import { certificateDifferences } from '#contract/classes/certificates.ts';
import { shownAnswers } from '#src/features/terms/continuing/shown-answers.ts';
import { academicViews } from '#src/features/academic-report/report-path.ts';

/** The built keys of the academic report and of the copy of classes. */
export const academicKeys: { start: string; ends: readonly string[] }[] = [
  { start: 'views.', ends: academicViews },
  { start: 'result.', ends: [...classResults, 'undecided'] },
  { start: 'meaning.', ends: [...classResults, 'undecided'] },
  { start: 'sizes.', ends: ['a4', 'a5'] },
  { start: 'check.', ends: certificateDifferences },
  { start: 'continue.marks.', ends: continuingMarks },
  { start: 'answers.', ends: [...continuingAnswers, 'undo'] },
  { start: 'answers.letterMark.', ends: letterWays },
  { start: 'answers.said.', ends: ['open', ...continuingAnswers] },
  { start: 'answers.shown.', ends: shownAnswers },
  { start: 'copy.problems.', ends: Object.keys(copyProblems) },
  { start: 'copy.openProblems.', ends: Object.keys(openProblems) },
  { start: 'continue.stays.', ends: ['answered', 'used'] },
  { start: 'page.', ends: ['enrollmentReport', 'attendanceReports', 'academicReports'] },
];
