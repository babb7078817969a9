import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';

/** Between the parts of a note that come from several columns. */
export const NOTE_PARTS = ' · ';

/** A note with the parts of a later file that it lacks; nobody's own words are taken away. */
export function noteWith(
  row: MovingRowCheck,
  field: string,
  [before, said]: readonly [string, string],
  most: number,
): string {
  const there = new Set(before.split(/\n| · /u).map((part) => part.trim()));
  const isThere = (part: string) => part.split('\n').every((line) => there.has(line.trim()));
  const parts = said.split(NOTE_PARTS).filter((part) => !isThere(part));
  const note = [before, ...parts].filter(Boolean).join(NOTE_PARTS);
  if (note.length > most) row.fail(field, `tooLong:${most}`);
  return note;
}
