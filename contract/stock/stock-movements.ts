import * as z from 'zod/mini';
import { stockMovementsList } from './stock-movements-list.ts';
import { amount, id, optionalDate, timestamp, text } from '#contract/fields.ts';
import { quantity } from './products.ts';
import { resource } from '#contract/resource.ts';

export const movementTypes = [
  'opening',
  'purchaseIn',
  'sale',
  'saleReturn',
  'countAdjustment',
  'loss',
  'issueFree',
  'transferOut',
  'transferIn',
] as const;
export type MovementType = (typeof movementTypes)[number];

/**
 * The types that a person may write by hand, always with a reason; all others come from a document.
 */
export const manualMovementTypes = [
  'opening',
  'loss',
  'issueFree',
] as const satisfies readonly MovementType[];

/** The document that caused a movement. */
export const movementPapers = ['delivery', 'count', 'transfer', 'order', 'hand'] as const;
export type MovementPaper = (typeof movementPapers)[number];

/**
 * One change of the stock on hand; never changed or deleted: docs/money.md, "Rows that never
 * change".
 */
export const stockMovement = z.object({
  _id: id,
  productId: id,
  branchId: id,
  type: z.enum(movementTypes),
  qtyChange: z.int(),
  qtyAfter: z.int(),
  /** Its number within the level, which gives the sequence. */
  seq: z.int(),
  paper: z.enum(movementPapers),
  /** The id of that paper; null for one written by hand. */
  paperId: z.nullable(id),
  paperNumber: z.string(),
  reason: z.string(),
  /** Kip for one piece at that moment; null if no cost was known. */
  unitCostLAK: z.nullable(amount),
  by: z.string(),
  at: timestamp,
});

/**
 * POST `/stock-movements`: `quantity` is the number of pieces that came (`opening`) or went
 * (`loss`, `issueFree`).
 */
export const stockMovementInput = z.object({
  productId: id,
  branchId: id,
  type: z.enum(manualMovementTypes),
  quantity,
  reason: text(200),
});

export const stockMovements = resource(stockMovementsList, {
  row: stockMovement,
  input: stockMovementInput,
});

/** GET `/stock-movements`, newest first. */
export const stockMovementsQuery = z.extend(stockMovements.query, {
  productId: z.optional(id),
  branchId: z.optional(id),
  type: z.optional(z.enum(movementTypes)),
  paper: z.optional(z.enum(movementPapers)),
  /** Days in Vientiane, both included. */
  from: z.optional(optionalDate),
  to: z.optional(optionalDate),
});

/** GET `/stock-movements/sums`: the total quantities that came and went, with the same filters. */
export const movementSums = z.object({ came: z.int(), went: z.int() });

export type MovementSums = z.output<typeof movementSums>;
export type StockMovement = z.output<typeof stockMovement>;
export type StockMovementInput = z.output<typeof stockMovementInput>;
