import type { Role } from '#contract/roles.ts';

const password = 'branchdesk-demo';

/** The accounts of the demo centre, one of each role; the sign-in page lists them. */
export const demoAccounts = [
  {
    role: 'superadmin',
    firstName: 'Somphone',
    lastName: 'Vongsavanh',
    email: 'superadmin@branchdesk.test',
    password,
  },
  {
    role: 'admin',
    firstName: 'Manivanh',
    lastName: 'Keomany',
    email: 'admin@branchdesk.test',
    password,
  },
  {
    role: 'staff',
    firstName: 'ດາວວອນ',
    lastName: 'ພົມມະຈັນ',
    email: 'staff@branchdesk.test',
    password,
  },
  {
    role: 'finance',
    firstName: 'Khamphone',
    lastName: 'Inthavong',
    email: 'finance@branchdesk.test',
    password,
  },
] as const satisfies readonly {
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}[];
