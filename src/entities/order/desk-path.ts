import { type DeskStartOf, deskStarts } from '#contract/desk/desk-start.ts';
import { paths } from '#src/lib/paths.ts';

/**
 * The desk with the lines of a lapsed order (`renew`), or with the line of an enrolment (`bill`).
 */
export const deskPath = (start: DeskStartOf, id: string): string =>
  `${paths.newEnrollment}?${new URLSearchParams({ [start]: id }).toString()}`;

/** The start of the desk that an address asks for. */
export function deskStartIn(params: URLSearchParams): { of: DeskStartOf; id: string } | undefined {
  const of = deskStarts.find((start) => params.has(start));
  return of && { of, id: params.get(of) ?? '' };
}
