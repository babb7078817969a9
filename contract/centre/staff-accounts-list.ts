import type { StaffAccount } from './staff-accounts.ts';
import { listOf } from '#contract/list-of.ts';

export const staffAccountsList = listOf<StaffAccount>()({
  name: 'staff-accounts',
  sort: ['firstName', 'lastName', 'email', 'role', 'createdAt'],
  search: ['firstName', 'lastName', 'email', 'phone'],
  cache: 'all',
});
