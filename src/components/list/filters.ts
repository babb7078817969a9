import { formatDate } from '#src/lib/text/format.ts';

/** A value of a filter. */
export type FilterOption = { value: string; label: string };
/** A tab above a list; an empty value shows everything. */
export type TabOption = FilterOption & {
  /** The number of its rows, if known. */
  count?: number | undefined;
};

/** A filter of a list; `name` is its name in the query. */
export type Filter = { name: string; label: string } & (
  | {
      kind: 'one';
      options: readonly FilterOption[];
      /** The label of the unset filter; "All" by default. */
      none?: string;
      /** True if the copy on the device lacks the rows this finds. */
      needsServer?: true;
    }
  /** Tabs above the list; one of them is always chosen. */
  | { kind: 'tabs'; options: readonly TabOption[] }
  /** Several values at once, separated by commas. */
  | { kind: 'many'; options: readonly FilterOption[] }
  | { kind: 'number'; min: number; max: number }
  /** Days from `<name>From` to `<name>To`, both included. */
  | {
      kind: 'dates';
      /** The label of the unset filter; "All" by default. */
      none?: string;
      /** True for days that have been: today and other usual ranges are one press. */
      isPast?: true;
    }
);

/**
 * A part of a filter in force: `value` in words, and `label` with the filter's own name. Without
 * `names` of the query it is gone.
 */
export type SetFilter = { names: readonly string[]; label: string; value: string };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The query names of both ends of a date range. */
export const rangeNames = (name: string) => [`${name}From`, `${name}To`] as const;

const valuesOf = (value: string) => value.split(',').filter(Boolean);

/** True if a filter for several values contains `value`. */
export const filterHolds = (set: string | undefined, value: string) =>
  valuesOf(set ?? '').includes(value);

/** The filter with `value` added or removed. */
export function toggled(set: string | undefined, value: string): string {
  const values = valuesOf(set ?? '');
  return (
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  ).join(',');
}

/** While options are being fetched, every value is accepted. */
const isOption = (options: readonly FilterOption[], value: string) =>
  options.length === 0 || options.some((option) => option.value === value);

function isValid(filter: Filter, value: string): boolean {
  switch (filter.kind) {
    case 'one':
    case 'tabs':
      return isOption(filter.options, value);
    case 'many':
      return valuesOf(value).every((part) => isOption(filter.options, part));
    case 'number':
      return /^\d+$/.test(value) && Number(value) >= filter.min && Number(value) <= filter.max;
    case 'dates':
      return DAY.test(value) && !Number.isNaN(Date.parse(value));
  }
}

/** The names under which the query has a filter. */
export const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'dates' ? rangeNames(filter.name) : [filter.name];

/** The filters set by an address; values that a filter does not have are ignored. */
export function validFilters(
  filters: readonly Filter[],
  params: URLSearchParams,
): Record<string, string> {
  const named = filters.flatMap((filter) =>
    namesOf(filter).map((name) => [name, params.get(name) ?? '', filter] as const),
  );
  return Object.fromEntries(
    named
      .filter(([, value, filter]) => value !== '' && isValid(filter, value))
      .map(([name, value]) => [name, value]),
  );
}

function setParts(filter: Filter, set: Readonly<Record<string, string>>): SetFilter[] {
  const { name, label } = filter;
  if (filter.kind === 'dates') {
    const [from, to] = rangeNames(name);
    const day = set[from];
    if (day && day === set[to]) {
      const value = formatDate(day);
      return [{ names: [from, to], label: `${label} ${value}`, value }];
    }
    const end = (of: string, sign: string) => {
      const at = set[of];
      if (!at) return [];
      const value = `${sign} ${formatDate(at)}`;
      return [{ names: [of], label: `${label} ${value}`, value }];
    };
    return [...end(from, '≥'), ...end(to, '≤')];
  }
  const value = set[name];
  if (value === undefined) return [];
  if (filter.kind === 'number') return [{ names: [name], label: `${label} ${value}`, value }];
  return valuesOf(value).map((part) => {
    const words =
      filter.options.find((option) => option.value === part)?.label ??
      (filter.options.length === 0 ? '…' : part);
    return { names: [name], label: `${label}: ${words}`, value: words };
  });
}

/** Every filter value in force, in words. */
export const setFilters = (
  filters: readonly Filter[],
  set: Readonly<Record<string, string>>,
): SetFilter[] => filters.flatMap((filter) => setParts(filter, set));
