import { done, loginAnswer } from '#contract/centre/auth.ts';
import { recoveryCodes, secondFactorSecret } from '#contract/centre/second-factor.ts';
import { issuedAccount } from '#contract/centre/staff-accounts.ts';
import type { Role } from '#contract/roles.ts';
import { ApiClient } from './api-client.ts';
import { codeOfApp } from './authenticator.ts';
import { homeBranch } from './people-data.ts';

export const OWN_PASSWORD = 'rain over the river';

/** Adds an account that no other journey signs in, with a password that the person has chosen. */
export async function addOwnAccount(
  client: ApiClient,
  origin: string,
  { email, role }: { email: string; role: Role },
): Promise<void> {
  const person = {
    firstName: 'ແກ້ວ',
    lastName: 'ສຸກສະຫວັນ',
    email,
    phone: '',
    profileImage: null,
    role,
    branchId: await homeBranch(client),
  };
  const { temporaryPassword } = await client.post('/staff-accounts', person, issuedAccount);
  const { token } = await new ApiClient(origin).post(
    '/auth/login',
    { email, password: temporaryPassword },
    loginAnswer,
  );
  const change = { email, oldPassword: temporaryPassword, newPassword: OWN_PASSWORD };
  await new ApiClient(origin, token).post('/auth/users/change-password', change, done);
}

/** Gives such an account a second factor; its recovery codes. */
export async function addSecondFactor(origin: string, email: string): Promise<readonly string[]> {
  const words = { email, password: OWN_PASSWORD };
  const { token } = await new ApiClient(origin).post('/auth/login', words, loginAnswer);
  const own = new ApiClient(origin, token);
  const path = '/auth/second-factor';
  const begun = await own.post(`${path}/begin`, { password: OWN_PASSWORD }, secondFactorSecret);
  const code = codeOfApp(begun.secret, -1);
  const { codes } = await own.post(`${path}/confirm`, { code }, recoveryCodes);
  return codes;
}
