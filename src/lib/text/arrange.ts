import { keptSearch } from '#contract/people/kept-phone.ts';
import { hasWords, searchWords, searchableText } from '#contract/words/search-words.ts';

// Names may be Lao or Latin in either interface language, so one order serves both.
const collator = new Intl.Collator(['lo', 'en'], { numeric: true, sensitivity: 'base' });

const searchText = (value: unknown) => (typeof value === 'string' ? searchableText(value) : '');

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [left, right].map((value) => (typeof value === 'string' ? value : ''));
  return collator.compare(a ?? '', b ?? '');
}

/** The search, its fields, the filters and the order; `-field` is descending. */
type Arrangement = {
  search: string;
  searchIn: readonly string[];
  sort: string | undefined;
  filters?: Readonly<Record<string, string>>;
};

/**
 * True if a row passes a filter: its field of that name is one of the values, or its day is within
 * the range `From` to `To`. A filter without a field passes every row, because its screen applies
 * it.
 */
function passes(row: Record<string, unknown>, name: string, value: string): boolean {
  if (name in row) {
    const [own, wanted] = [row[name], value.split(',')];
    return (Array.isArray(own) ? own : [own]).some((part) => wanted.includes(String(part)));
  }
  const [, field = '', end] = /^(.+)(From|To)$/.exec(name) ?? [];
  const day = row[field];
  if (typeof day !== 'string') return true;
  return end === 'From' ? day >= value : day <= value;
}

/**
 * Searches, filters and sorts a list that is completely on the device. Every word of `search` must
 * be in one of the fields, in any spelling that `fold` treats as equal, or the search is a whole
 * phone whose end is kept; rows that compare equal keep the server's order.
 */
export function arrange<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  wanted: Arrangement,
): readonly Row[] {
  const words = searchWords(wanted.search);
  const kept = keptSearch(wanted.search);
  const isFound = (row: Row) => {
    const text = wanted.searchIn.map((field) => searchText(row[field])).join('\n');
    return hasWords(text, words) || (kept !== undefined && text.includes(kept));
  };
  const filters = Object.entries(wanted.filters ?? {});
  const within =
    filters.length === 0
      ? rows
      : rows.filter((row) => filters.every(([name, value]) => passes(row, name, value)));
  const found = words.length === 0 ? within : within.filter(isFound);
  if (wanted.sort === undefined) return found;
  const field = wanted.sort.replace(/^-/, '');
  const direction = wanted.sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => direction * compare(a[field], b[field]));
}
