import { paths } from '#src/lib/paths.ts';

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
