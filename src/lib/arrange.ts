import { normalise } from '#contract/normalise.ts';
import { formatPhone } from '#contract/phone.ts';

const E164 = /^\+\d{8,15}$/;
// Names may be Lao or Latin in either interface language, so one order serves both.
const collator = new Intl.Collator(['lo', 'en'], { numeric: true, sensitivity: 'base' });

/** What a value is found by; a phone both as it is stored and as it is dialled at home. */
function searchText(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (!E164.test(value)) return normalise(value);
  const dialled = formatPhone(value);
  return `${value} ${dialled} ${dialled.replaceAll(' ', '')}`;
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [left, right].map((value) => (typeof value === 'string' ? value : ''));
  return collator.compare(a ?? '', b ?? '');
}

/** What to look for, in which fields, and the order to show it in; `-field` is descending. */
type Arrangement = { search: string; searchIn: readonly string[]; sort: string | undefined };

/**
 * Searches and sorts a list that is wholly on the device. Every word of `search` must stand in one of the fields, in any
 * spelling that `normalise` folds together; rows that compare equal keep the server's order.
 */
export function arrange<Row extends Record<string, unknown>>(rows: readonly Row[], wanted: Arrangement): readonly Row[] {
  const words = normalise(wanted.search).split(' ').filter(Boolean);
  const isFound = (row: Row) => {
    const text = wanted.searchIn.map((field) => searchText(row[field])).join('\n');
    return words.every((word) => text.includes(word));
  };
  const found = words.length === 0 ? rows : rows.filter(isFound);
  if (wanted.sort === undefined) return found;
  const field = wanted.sort.replace(/^-/, '');
  const direction = wanted.sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => direction * compare(a[field], b[field]));
}
