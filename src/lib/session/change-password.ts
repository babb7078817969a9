import type { ChangePasswordInput } from '#contract/centre/auth.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import { forgetPassword, rememberPassword } from './remembered-password.ts';
import { verifierKeeper } from './verifier-keeper.ts';

/** Changes the signed-in person's own password, and ends their other sessions. */
export async function changePassword(
  passwords: Omit<ChangePasswordInput, 'email'>,
  _row: undefined | { done: true },
  idempotencyKey: string,
): Promise<{ done: true }> {
  const email = useStore.getState().user.userData?.email ?? '';
  const changed = await api.post<{ done: true }>(
    '/auth/users/change-password',
    { email, ...passwords },
    { quiet: true, ...withIdempotency(idempotencyKey) },
  );
  // The old password must no longer open the lock.
  forgetPassword();
  await (await verifierKeeper())?.forget();
  void rememberPassword(passwords.newPassword);
  return changed;
}
