import { expect, it } from 'vitest';
import type { StockLevel } from '#contract/stock/stock-levels.ts';
import { stockByProduct } from '#src/entities/product/stock-at.ts';

const level = (branchId: string, onHand: number, reserved: number, reorderLevel: number | null) =>
  ({
    _id: branchId,
    productId: 'book',
    branchId,
    onHand,
    reserved,
    seq: 1,
    reorderLevel,
    updatedAt: '',
  }) as StockLevel;
const levels = [level('vte', 12, 3, 10), level('lpb', -1, 0, null), level('pks', 20, 0, 10)];

it('says of one branch what is on hand and when it orders more', () => {
  expect(stockByProduct(levels, 'vte').get('book')).toEqual({
    onHand: 12,
    reserved: 3,
    reorderLevel: 10,
    lowIn: 1,
    belowZeroIn: 0,
  });
  expect(stockByProduct(levels, 'pks').get('book')).toMatchObject({ lowIn: 0 });
});

it('adds up all branches and counts those that need something', () => {
  expect(stockByProduct(levels, undefined).get('book')).toEqual({
    onHand: 31,
    reserved: 3,
    reorderLevel: null,
    lowIn: 1,
    belowZeroIn: 1,
  });
});
