import type { ChangePersonInput, LoginAnswer } from '#contract/centre/auth.ts';
import { api } from '#src/lib/request/api.ts';
import { enter } from './account.ts';
import { checkDeviceKey } from './remembered-device.ts';
import { rememberPassword } from './remembered-password.ts';
import { endSession } from './session.ts';

/**
 * Hands this device over to a colleague: the earlier person's session ends as by signing out, with
 * their input sealed for them. Rejects with the errors of `api.ts`; nothing has changed then.
 */
export async function changePerson(input: ChangePersonInput): Promise<void> {
  const answer = await api.post<LoginAnswer>('/auth/change-person', input, { quiet: true });
  endSession();
  checkDeviceKey(answer.user._id, false);
  await enter(() => Promise.resolve(answer));
  // A PIN does not open the lock of the screen.
  if (input.password !== undefined) void rememberPassword(input.password);
}
