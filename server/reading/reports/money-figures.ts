import type { Figure } from '#server/ledger/figures/figure.ts';
import { billed, discounts, earned, products, received, stock, tenders } from './flow.figures.ts';
import { between, collection, credit, owed, toVerify, unearned } from './standing.figures.ts';
import { termsOfBridges } from './term.figures.ts';

/** The Financial report by what its sums can be grouped by, each with its rows. */
export const moneyFigures: readonly Figure[] = [
  received,
  billed,
  discounts,
  earned,
  products,
  stock,
  owed,
  collection,
  toVerify,
  unearned,
  credit,
  between,
];

/**
 * The terms of its bridges and the currencies of what was received: sums that stand in no table,
 * each with its rows.
 */
export const moneyRows: readonly Figure[] = [...termsOfBridges, tenders];
