import * as z from 'zod/mini';
import { done, loginAnswer } from '#contract/centre/auth.ts';
import { branch } from '#contract/centre/branches.ts';
import { issuedAccount } from '#contract/centre/staff-accounts.ts';
import type { Role } from '#contract/roles.ts';
import { ApiClient } from './api-client.ts';

export const COLLEAGUE_PASSWORD = 'two branches, one clerk';

/** Somebody more at Sisattanak with a password of their own, who has signed in, and the session. */
export async function addColleague(
  superadmin: ApiClient,
  origin: string,
  name: string,
  role: Role = 'staff',
) {
  const branches = await superadmin.get('/branches', z.array(branch));
  const home = branches.find(({ code }) => code === 'VTE');
  if (!home) throw new Error('The demo centre has a branch in Vientiane');
  const email = `${name.toLowerCase()}@branchdesk.test`;
  const person = { firstName: name, lastName: 'ສອງສາຂາ', email, role };
  const account = { ...person, phone: '', profileImage: null, branchId: home._id, active: true };
  const { _id, version, temporaryPassword } = await superadmin.post(
    '/staff-accounts',
    account,
    issuedAccount,
  );
  const anybody = new ApiClient(origin);
  const signIn = (password: string | null) =>
    anybody.post('/auth/login', { email, password }, loginAnswer);
  const held = await signIn(temporaryPassword);
  await new ApiClient(origin, held.token).post(
    '/auth/users/change-password',
    { email, oldPassword: temporaryPassword, newPassword: COLLEAGUE_PASSWORD },
    done,
  );
  const { token, user } = await signIn(COLLEAGUE_PASSWORD);
  return { _id, version, account, email, session: { token, user, branch: home } };
}
