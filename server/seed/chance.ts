/** Draws that look random but are the same every time. */
export type Chance = {
  /** A whole number from 0 to `below` - 1. */
  below: (below: number) => number;
  /** True in `percent` of 100 draws. */
  percent: (percent: number) => boolean;
  pick: <Value>(values: readonly Value[]) => Value;
  /** One of the values, with a probability by its weight. */
  weighted: <Value>(values: readonly (readonly [value: Value, weight: number])[]) => Value;
};

/**
 * A sequence of draws that starts from `seed` (mulberry32: small, fast and even enough for names).
 */
export function chanceFrom(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const at = <Value>(values: readonly Value[], index: number): Value => {
    const value = values[index];
    if (value === undefined) throw new Error('There is nothing to choose from');
    return value;
  };
  return {
    below,
    percent: (percent) => next() * 100 < percent,
    pick: (values) => at(values, below(values.length)),
    weighted: (values) => {
      let rest = next() * values.reduce((sum, [, weight]) => sum + weight, 0);
      const index = values.findIndex(([, weight]) => (rest -= weight) < 0);
      return at(values, Math.max(0, index))[0];
    },
  };
}
