import type { DeskClass } from './desk.ts';

/** A class with its prices of a day: those of its answer, or later ones that have begun since. */
export function offeredOn(offered: DeskClass, day: string): DeskClass {
  const begun = offered.later?.findLast(({ from }) => from <= day);
  if (!begun) return offered;
  const { from: _from, ...prices } = begun;
  return { ...offered, ...prices };
}
