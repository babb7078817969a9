import { paths } from '#src/lib/paths.ts';

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
