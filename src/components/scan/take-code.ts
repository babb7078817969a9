import { giveCode, isAwaited, tellUnended } from './readers.ts';
import { put, restoreBox, select, type Before } from './text-box.ts';
import type { Unended } from './wedge-reader.ts';

/**
 * Leaves the code in the box as text, with the signs that the scanner meant. A search is always for
 * the newest code.
 */
function keep({ box, value, start, end }: Before, code: string): void {
  const isSearch = box.type === 'search' || start === null;
  const [head, tail] = isSearch ? ['', ''] : [value.slice(0, start), value.slice(end ?? start)];
  const text = head + code + tail;
  const most = box instanceof HTMLSelectElement ? -1 : box.maxLength;
  put(box, most > 0 ? text.slice(0, most) : text);
  select(box, head.length + code.length, null);
}

/** Gives a code to its reader. A box that keeps codes, `kept`, may have it as its text instead. */
export function takeCode(code: string, kept: Before | undefined): void {
  if (kept && (kept.box.dataset['scan'] === 'text' || !isAwaited(code))) return keep(kept, code);
  if (kept) restoreBox(kept);
  return void giveCode(code);
}

/** Takes a code without an end if only a scanner can have typed it, else says what is missing. */
export const takeUnended = ({ code, isSure }: Unended): void =>
  void (isSure ? giveCode(code) : tellUnended(code));
