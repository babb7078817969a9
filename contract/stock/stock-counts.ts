import * as z from 'zod/mini';
import { stockCountsList } from './stock-counts-list.ts';
import { id, optionalId, timestamp, text } from '#contract/fields.ts';
import { MAX_STOCK } from './products.ts';
import { resource } from '#contract/resource.ts';

export const countStatuses = ['open', 'finished', 'cancelled'] as const;

/**
 * POST `/stock-counts`: a sheet for the tracked products of a category, or of all (null). A product
 * is on one open sheet of a branch.
 */
export const stockCountInput = z.object({ branchId: id, categoryId: optionalId });

/** A sheet without its lines. */
export const stockCount = z.extend(stockCountInput, {
  _id: id,
  /** `VTE-C26-000003`. */
  number: z.string(),
  status: z.enum(countStatuses),
  /** True for a blind count, which hides the expected quantities. */
  blind: z.boolean(),
  products: z.int(),
  counted: z.int(),
  /**
   * For a finished sheet: the number of lines that differed, and their value; null for users who
   * may not see cost.
   */
  differing: z.nullable(z.int()),
  differenceLAK: z.nullable(z.int()),
  reason: z.string(),
  openedBy: z.string(),
  openedAt: timestamp,
  closedBy: z.string(),
  closedAt: z.nullable(timestamp),
});

export const stockCounts = resource(stockCountsList, { row: stockCount, input: stockCountInput });
export const stockCountsQuery = z.extend(stockCounts.query, {
  branchId: z.optional(id),
  status: z.optional(z.enum(countStatuses)),
});

/** One product of a sheet. */
export const countLine = z.object({
  productId: id,
  /**
   * The quantity in the books after the last movement that was known when the line was sent; null
   * until counted, and while a blind sheet is open.
   */
  expected: z.nullable(z.int()),
  counted: z.nullable(z.int()),
  /** counted − expected. */
  difference: z.nullable(z.int()),
  /** The number of that last movement. */
  seq: z.nullable(z.int()),
  /** Kip for one piece now. */
  costLAK: z.nullable(z.int()),
  countedBy: z.string(),
  countedAt: z.nullable(timestamp),
  /** The quantity that came or went since the line was sent; the count does not change it. */
  movedSince: z.int(),
});

/** GET `/stock-counts/{id}/lines`: the whole sheet, in the order of the shelf (SKU). */
export const countLines = z.array(countLine);

/**
 * PUT `/stock-counts/{id}/lines/{productId}`. A line typed on the spot leaves the last two fields
 * empty. A line typed offline or from paper has the minute of its count: if the product moved since
 * then, the answer is 409 `movedMeanwhile` with the movements as `rows`, and the person says which
 * of them, up to `lastSeq`, came before the count.
 */
export const countLineInput = z.object({
  counted: z.nullable(z.int().check(z.gte(0), z.lte(MAX_STOCK))),
  countedAt: z._default(z.nullable(timestamp), null),
  lastSeq: z._default(z.nullable(z.int().check(z.gte(0))), null),
});

/**
 * POST `/stock-counts/{id}/finish`: all differences in one write; `/cancel`: nothing is changed.
 */
export const closeCount = z.object({ reason: text(200) });

export type StockCount = z.output<typeof stockCount>;
export type StockCountInput = z.output<typeof stockCountInput>;
export type CountLine = z.output<typeof countLine>;
export type CountLineInput = z.output<typeof countLineInput>;
