import { useEffect, useEffectEvent } from 'react';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import { useDrawers } from './use-drawer.ts';

type DrawerOfChange = { branchId: string; shiftId: string | null; hasLeft?: boolean };
export type DrawerShort = { currency: PriceCurrency; holds: number };

/**
 * The first currency of which the drawer holds too little for this change, together with the cash
 * that comes in by the same act; undefined where the drawer's sum is not known, as in a branch that
 * counts blind. `hasLeft` is true for change that was given offline.
 */
export function useDrawerShort(
  { branchId, shiftId, hasLeft = false }: DrawerOfChange,
  { change, rows }: Pick<PricedVisit, 'change' | 'rows'>,
): DrawerShort | undefined {
  const { data, refetch } = useDrawers(branchId);
  const expected = data?.find(({ shift }) => shift?._id === shiftId)?.shift?.expected;
  const short = change.flatMap(({ currency, amount }): DrawerShort[] => {
    if (!expected || hasLeft) return [];
    const came = rows.filter((row) => row.method === 'cash' && row.currency === currency);
    const holds = came.reduce((sum, { tendered }) => sum + tendered, expected[currency]);
    return amount > holds ? [{ currency, holds }] : [];
  })[0];
  // Another device may have put money into the drawer since it was read.
  const isShort = short !== undefined;
  const readAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isShort) readAgain();
  }, [isShort]);
  return short;
}
