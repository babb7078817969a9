import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { UsedPasskey } from '#contract/centre/second-factor.ts';
import { api } from '#src/lib/request/api.ts';
import { enter, type HeldSignIn } from './account.ts';
import { checkDeviceKey } from './remembered-device.ts';

/**
 * Signs in with a passkey in place of e-mail, password and code; returns the held sign-in if
 * something is missing. Rejects with the errors of `api.ts`.
 */
export async function enterWithPasskey(passkey: UsedPasskey): Promise<HeldSignIn | undefined> {
  const answer = await enter((signal) =>
    api.post<LoginAnswer>('/auth/login/passkey', { passkey }, { signal, quiet: true }),
  );
  checkDeviceKey(answer.user._id, false);
  const isLost = answer.missingHalf !== null;
  return isLost || answer.wasLimited ? { answer, password: '', isLost } : undefined;
}
