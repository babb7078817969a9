import { ApiError, CancelledError, OfflineError, SessionError } from './api.ts';
import { say } from './i18n.ts';

/** What to say beside the button when a request failed; nothing when the person cancelled or the session is over. */
export function failureWords(error: unknown): string {
  if (error instanceof CancelledError || error instanceof SessionError) return '';
  if (error instanceof ApiError) return error.body.error ?? say('somethingWrong');
  return say(error instanceof OfflineError ? 'offlineToast' : 'somethingWrong');
}
