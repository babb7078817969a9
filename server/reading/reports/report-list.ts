import type { ReportName } from '#contract/report-words.ts';
import type { Action } from '#contract/roles.ts';
import { attendanceFigures, payFigures } from './attendance-figures.ts';
import { enrolmentFigures } from './enrolment-figures.ts';
import { moneyFigures, moneyRows } from './money-figures.ts';
import type { Figure } from '#server/ledger/figures/figure.ts';

type Report = {
  action: Action;
  figures: readonly Figure[];
  /** Figures that are read only by name, because their sums are in other tables. */
  byName?: readonly Figure[];
};

/** Every report with its figures and its permission. */
export const reportList: Record<ReportName, Report> = {
  enrolment: { action: 'reports:read', figures: enrolmentFigures },
  attendance: { action: 'reports:read', figures: attendanceFigures },
  pay: { action: 'teacher-pay:read', figures: payFigures },
  money: { action: 'figures:read', figures: moneyFigures, byName: moneyRows },
};
