import type { BranchName } from './branch-names.ts';
import { listOf } from '#contract/list-of.ts';

export const branchNamesList = listOf<BranchName>()({
  name: 'branch-names',
  sort: ['branchName', 'code'],
  search: [],
  cache: 'all',
});
