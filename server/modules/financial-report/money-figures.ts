import type { Figure } from '#server/modules/reports/figure.ts';
import { billed, earned, products, received, stock } from './flow.figures.ts';
import { credit, owed, toVerify, unearned } from './standing.figures.ts';

/** The Financial report by what its sums can be grouped by, each with its rows. */
export const moneyFigures: readonly Figure[] = [received, billed, earned, products, stock, owed, toVerify, unearned, credit];
