import type { Figure } from '#server/ledger/figures/figure.ts';
import { billed, discounts, earned, products, received, stock, tenders } from './flow.figures.ts';
import { between, collection, credit, owed, toVerify, unearned } from './standing.figures.ts';
import { termsOfBridges } from './term.figures.ts';

/** The figures of the Financial report, each with its rows. */
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
 * The terms of its bridges and the received currencies: sums without a table of their own, each
 * with its rows.
 */
export const moneyRows: readonly Figure[] = [...termsOfBridges, tenders];
