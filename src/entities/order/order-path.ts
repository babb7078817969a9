import { paths } from '#src/lib/paths.ts';
import { type DeskStartOf, deskStarts } from '#contract/desk-start.ts';

/** The actions of an order; the address may open one at once. */
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

/** A receipt by its number; with `check`, verifies the check code on the paper. */
export const receiptPath = (number: string, check?: string): string =>
  `${paths.orders}?${new URLSearchParams({ receipt: number, ...(check !== undefined && { check }) }).toString()}`;

/**
 * The account of a payer: a parent, or a student who pays alone; with `pay`, opens the payment of
 * the debts at once.
 */
export const familyPath = (payerId: string, act?: 'pay'): string =>
  `${paths.parents}?${new URLSearchParams({ id: payerId, ...(act && { do: act }) }).toString()}`;

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
