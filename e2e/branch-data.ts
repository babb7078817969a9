import { branch, type Branch } from '#contract/centre/branches.ts';
import type { ApiClient } from './api-client.ts';

/** Creates a branch; codes are unique in the centre, so every test needs its own. */
export function createBranch(
  client: ApiClient,
  code: string,
  fields: Partial<Branch> = {},
): Promise<Branch> {
  const input = {
    branchName: `Branch ${code}`,
    code,
    provinceCode: '01',
    phone: '020 5555 7000',
    ...fields,
  };
  return client.post('/branches', input, branch);
}

/** Changes some fields of a branch, as another person would. */
export function changeBranch(
  client: ApiClient,
  row: Branch,
  fields: Partial<Branch>,
): Promise<Branch> {
  const { _id, createdAt: _createdAt, updatedAt: _updatedAt, ...input } = row;
  return client.put(`/branches/${_id}`, { ...input, ...fields }, branch);
}
