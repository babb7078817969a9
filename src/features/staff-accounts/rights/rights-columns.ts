import type { AccountRight, PermissionSet } from '#contract/rights/permission-sets.ts';
import type { Action, Grant } from '#contract/roles.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';

/** A column of the page of rights: somebody who could ask for an action. */
export type RightsColumn = {
  key: string;
  name: string;
  /** A second line under the name. */
  note?: string;
  grant: Grant;
};

/** The right of an account with the set that it carries. */
export const grantOfRight = (
  { role, permissionSetId }: AccountRight,
  sets: readonly PermissionSet[],
): Grant => ({ role, permissionSet: sets.find(({ _id }) => _id === permissionSetId) ?? null });

/** The columns that the page compares. */
export const comparedRights = ['roles', 'sets', 'account'] as const;

/** Where one column stands beside the names, and the areas begin closed. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 767px)');

/** The answers that a cell gives. */
export const rightCells = ['yes', 'no', 'signed', 'ownToday', 'limit'] as const;

/** The key of an action in the locale files, in which a colon separates namespaces. */
export const actionKey = (action: Action) =>
  action.replace(':', '_') as `${string}_${string}` as 'orders_write';
