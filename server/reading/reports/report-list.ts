import type { ReportName } from '#contract/reports/report-words.ts';
import type { Action } from '#contract/roles.ts';
import type { ReportFigure } from '#server/ledger/figures/figure.ts';
import { seats, underMinimum, waitingFigure } from './classes.figures.ts';
import {
  billed,
  discounts,
  earned,
  productsFigure,
  received,
  stock,
  tenders,
} from './flow.figures.ts';
import { marks, slipping } from './marks.figures.ts';
import { hours, notTakenFigure, pay } from './sessions.figures.ts';
import { between, collection, credit, owed, toVerify, unearned } from './standing.figures.ts';
import { active, drops, newStudents, retention, transfersFigure } from './students.figures.ts';
import { termsOfBridges } from './term.figures.ts';
import { cohorts, levels, reEnrolment } from './terms.figures.ts';
import { funnel, holdsFigure, trials } from './visits.figures.ts';

type Report = {
  action: Action;
  figures: readonly ReportFigure[];
  /** Figures that are read only by name, because their sums are in other tables. */
  byName?: readonly ReportFigure[];
};

/** Every report with its figures and its permission. */
export const reportList: Record<ReportName, Report> = {
  enrolment: {
    action: 'reports:read',
    figures: [
      active,
      newStudents,
      funnel,
      holdsFigure,
      seats,
      underMinimum,
      waitingFigure,
      retention,
      reEnrolment,
      drops,
      transfersFigure,
      trials,
      cohorts,
      levels,
    ],
  },
  attendance: { action: 'reports:read', figures: [marks, slipping, hours, notTakenFigure] },
  // A report of its own, because fewer users may read it than the attendance it comes from.
  pay: { action: 'teacher-pay:read', figures: [pay] },
  money: {
    action: 'figures:read',
    figures: [
      received,
      billed,
      discounts,
      earned,
      productsFigure,
      stock,
      owed,
      collection,
      toVerify,
      unearned,
      credit,
      between,
    ],
    byName: [...termsOfBridges, tenders],
  },
};
