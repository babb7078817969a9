import { paths } from '#src/lib/paths.ts';
import { type DeskStartOf, deskStarts } from '#contract/desk-start.ts';

/** What can be done with an order; the address may open it at once. */
export const orderActs = [
  'pay',
  'handOver',
  'exchange',
  'adjust',
  'plan',
  'prolong',
  'confirm',
  'void',
] as const;
export type OrderAct = (typeof orderActs)[number];

/** The page of one order. */
export const orderPath = (id: string, act?: OrderAct): string =>
  `${paths.orders}?${new URLSearchParams({ id, ...(act && { do: act }) }).toString()}`;

/** A receipt by its number, and whether the letters on the paper and the books agree. */
export const receiptPath = (number: string, check?: string): string =>
  `${paths.orders}?${new URLSearchParams({ receipt: number, ...(check !== undefined && { check }) }).toString()}`;

/**
 * The account of a payer: a parent, or a student who pays alone; with `pay`, the payment of what is
 * owed opens at once.
 */
export const familyPath = (payerId: string, act?: 'pay'): string =>
  `${paths.parents}?${new URLSearchParams({ id: payerId, ...(act && { do: act }) }).toString()}`;

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
