import * as z from 'zod/mini';
import { stockLevelsList } from './stock-levels-list.ts';
import { id, timestamp } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

/** The stock of a product in a branch. Everybody may read all branches, without costs. */
export const stockLevel = z.object({
  _id: id,
  productId: id,
  branchId: id,
  /** Sum of all movements; below zero only where the branch allows it. */
  onHand: z.int(),
  /** Sold and not yet handed over. */
  reserved: z.int(),
  /** The number of the last movement; the first is 1. */
  seq: z.int(),
  /** Low when on hand − reserved is at most this. */
  reorderLevel: z.nullable(z.int()),
  updatedAt: timestamp,
});

export const stockLevels = resource(stockLevelsList, { row: stockLevel, input: z.object({}) });

export type StockLevel = z.output<typeof stockLevel>;

/** The pieces that can still be reserved. */
export const available = ({ onHand, reserved }: Pick<StockLevel, 'onHand' | 'reserved'>): number =>
  onHand - reserved;

export const isLow = (level: Pick<StockLevel, 'onHand' | 'reserved' | 'reorderLevel'>): boolean =>
  level.reorderLevel !== null && available(level) <= level.reorderLevel;
