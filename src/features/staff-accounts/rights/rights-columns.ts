import type { AccountRight, PermissionSet } from '#contract/rights/permission-sets.ts';
import type { Grant } from '#contract/roles.ts';

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
