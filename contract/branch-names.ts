import * as z from 'zod/mini';
import { branchNames as list } from '#contract/lists/branch-names.ts';
import { id } from './fields.ts';
import { resource } from './resource.ts';

/**
 * What every desk may know of every branch: a transfer of stock names one, and so does on hand
 * elsewhere.
 */
export const branchName = z.object({
  _id: id,
  code: z.string(),
  branchName: z.string(),
  branchNameLo: z.string(),
  active: z.boolean(),
});

export const branchNames = resource(list, { row: branchName, input: z.object({}) });

export type BranchName = z.output<typeof branchName>;
