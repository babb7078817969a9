import type { Role } from '#contract/roles.ts';

/** The e-mail address of a role's account in the demo centre. */
export const demoEmail = (role: Role) => `${role}@branchdesk.test`;
export const DEMO_PASSWORD = 'branchdesk-demo';
