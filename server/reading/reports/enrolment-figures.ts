import type { Figure } from '#server/ledger/figures/figure.ts';
import { seats, underMinimum, waiting } from './classes.figures.ts';
import { active, drops, newStudents, retention, transfers } from './students.figures.ts';
import { cohorts, levels, reEnrolment } from './terms.figures.ts';
import { funnel, holds, trials } from './visits.figures.ts';

/** The Enrollment report. */
export const enrolmentFigures: readonly Figure[] = [
  active,
  newStudents,
  funnel,
  holds,
  seats,
  underMinimum,
  waiting,
  retention,
  reEnrolment,
  drops,
  transfers,
  trials,
  cohorts,
  levels,
];
