import type { Action } from '#contract/roles.ts';

/** Actions that a signature lends for one act, with the action that its clerk needs. */
export const lentActions: { readonly [action in Action]?: Action } = {
  'orders:adjust': 'orders:discount',
  'classes:override': 'orders:write',
  'drawers:accept': 'drawers:write',
  'drawers:reopen': 'orders:write',
  'payments:void': 'orders:write',
  'payments:refund': 'orders:write',
};
