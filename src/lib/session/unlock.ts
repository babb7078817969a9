import type { UnlockInput } from '#contract/centre/auth.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { api, ApiError, NetworkError } from '#src/lib/request/api.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { unlockScreens, useLock } from './lock.ts';
import { matchesRemembered, rememberPassword } from './remembered-password.ts';

/** The server cannot be asked, and this page cannot check the password itself. */
export class CannotTellError extends Error {}

async function askServer(password: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await api.post('/auth/unlock', { password } satisfies UnlockInput, {
      quiet: true,
      whileLocked: true,
    });
    return true;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    throw error;
  }
}

async function askThisPage(password: string): Promise<void> {
  const isRight = await matchesRemembered(password);
  if (isRight === undefined) throw new CannotTellError();
  const error = fieldErrorText('unlockPasswordWrong', currentLanguage());
  if (!isRight) throw new ApiError(400, { error, fields: { password: error } });
}

/**
 * Opens the lock with the signed-in person's password. The server decides; if it cannot be asked,
 * this page does, if it can. Rejects with the errors of `api.ts`, or with `CannotTellError`.
 */
export async function unlock(password: string): Promise<void> {
  useLock.setState({ isOpening: true });
  try {
    if (await askServer(password)) void rememberPassword(password);
    else await askThisPage(password);
    unlockScreens();
  } finally {
    useLock.setState({ isOpening: false });
  }
}
