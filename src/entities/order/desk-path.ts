import { deskStarts, type DeskStartOf } from '#contract/desk-start.ts';
import { paths } from '#src/lib/paths.ts';

/**
 * The desk with the lines of an order that has lapsed (`renew`), or with the line of a place
 * (`bill`).
 */
export const deskPath = (start: DeskStartOf, id: string): string =>
  `${paths.newEnrollment}?${new URLSearchParams({ [start]: id }).toString()}`;

/** What an address asks the desk to begin with. */
export function deskStartIn(params: URLSearchParams): { of: DeskStartOf; id: string } | undefined {
  const of = deskStarts.find((one) => params.has(one));
  return of && { of, id: params.get(of) ?? '' };
}
