import type { Branch } from './branches.ts';
import { listOf } from '#contract/list-of.ts';

export const branchesList = listOf<Branch>()({
  name: 'branches',
  sort: ['branchName', 'code', 'provinceCode', 'createdAt'],
  search: ['branchName', 'branchNameLo', 'code', 'phone'],
  cache: 'instant',
});
