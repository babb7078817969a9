import * as z from 'zod/mini';
import { branches } from '#contract/centre/branches.ts';
import { parentRecord, type ParentRecord } from '#contract/people/parents.ts';
import { studentRecord, type StudentRecord } from '#contract/people/students.ts';
import type { ApiClient } from './api-client.ts';

/** The id of the demo accounts' branch. */
export async function homeBranch(client: ApiClient): Promise<string> {
  const all = await client.get('/branches', z.array(branches.row));
  return all.find(({ code }) => code === 'VTE')?._id ?? '';
}

/** Creates a child in the demo accounts' branch. */
export async function createStudent(client: ApiClient, fields: object): Promise<StudentRecord> {
  const input = {
    gender: 'female',
    dateOfBirth: '2015-03-09',
    homeBranchId: await homeBranch(client),
    confirmedDuplicate: true,
  };
  return client.post('/students', { ...input, ...fields }, studentRecord);
}

/** Creates a parent in the demo accounts' branch. */
export async function createParent(client: ApiClient, fields: object): Promise<ParentRecord> {
  return client.post(
    '/parents',
    { branchId: await homeBranch(client), confirmedDuplicate: true, ...fields },
    parentRecord,
  );
}
