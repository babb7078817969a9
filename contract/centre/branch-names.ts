import * as z from 'zod/mini';
import { branchNamesList } from './branch-names-list.ts';
import { id } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

/**
 * The fields of every branch that every desk may know, for stock transfers and for stock in other
 * branches.
 */
export const branchName = z.object({
  _id: id,
  code: z.string(),
  branchName: z.string(),
  branchNameLo: z.string(),
  active: z.boolean(),
});

export const branchNames = resource(branchNamesList, { row: branchName, input: z.object({}) });

export type BranchName = z.output<typeof branchName>;
