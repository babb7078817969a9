import { paths } from '#src/lib/paths.ts';

/**
 * The account of a payer: a parent, or a student who pays alone; with `pay`, the payment of what is
 * owed opens at once.
 */
export const familyPath = (payerId: string, act?: 'pay'): string =>
  `${paths.parents}?${new URLSearchParams({ id: payerId, ...(act && { do: act }) }).toString()}`;
