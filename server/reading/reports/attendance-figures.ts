import type { Figure } from '#server/ledger/figures/figure.ts';
import { marks, slipping } from './marks.figures.ts';
import { hours, notTaken, pay } from './sessions.figures.ts';

/** The Attendance report; its pay sheet is a report of its own, because fewer users may read it. */
export const attendanceFigures: readonly Figure[] = [marks, slipping, hours, notTaken];
export const payFigures: readonly Figure[] = [pay];
