/** One value a filter can take. */
export type FilterOption = { value: string; label: string };

/** One thing a list can be narrowed by; `name` is its name in the query. */
export type Filter = { name: string; label: string } & (
  | {
      kind: 'one';
      options: readonly FilterOption[];
      /** What no filter means; "All" unless it says otherwise. */
      none?: string;
      /** The copy on the device does not hold what this finds. */
      needsServer?: true;
    }
  /** Several at once, apart by commas. */
  | { kind: 'many'; options: readonly FilterOption[] }
  | { kind: 'number'; min: number; max: number }
);

/** One value of a filter that is set, as a chip shows it, with what the filter is without it. */
export type SetFilter = { name: string; label: string; without: string };

const valuesOf = (value: string) => value.split(',').filter(Boolean);

/** Whether `value` is among those of a filter of several. */
export const holds = (set: string | undefined, value: string) => valuesOf(set ?? '').includes(value);

/** The filter with `value` put in or taken out. */
export function toggled(set: string | undefined, value: string): string {
  const values = valuesOf(set ?? '');
  return (values.includes(value) ? values.filter((other) => other !== value) : [...values, value]).join(',');
}

/** Everything that a list is narrowed by now, one by one, in words. */
export function setFilters(filters: readonly Filter[], set: Readonly<Record<string, string>>): SetFilter[] {
  return filters.flatMap((filter) => {
    const { name, label } = filter;
    const value = set[name];
    if (value === undefined) return [];
    if (filter.kind === 'number') return [{ name, label: `${label} ${value}`, without: '' }];
    return valuesOf(value).map((one) => {
      const words = filter.options.find((option) => option.value === one)?.label ?? one;
      return { name, label: `${label}: ${words}`, without: filter.kind === 'many' ? toggled(value, one) : '' };
    });
  });
}
