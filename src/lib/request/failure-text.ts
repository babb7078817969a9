import i18next from 'i18next';
import { DOT } from '#contract/words/dot.ts';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { ApiError, CancelledError, OfflineError, SessionError } from './api.ts';
import type { SaveResult } from './save.ts';

/** The result of a save that failed. */
export type Unsaved = Exclude<SaveResult<unknown>, { outcome: 'saved' }>;

const joined = (fields: Record<string, string>) => Object.values(fields).join(DOT);

/**
 * The reason why a save failed, in the person's language; empty if they cancelled it themselves.
 */
export function failureText(result: Unsaved): string {
  switch (result.outcome) {
    case 'refused':
      return result.reason;
    case 'invalid':
      return joined(result.fields);
    case 'conflict':
      return i18next.t('form.changedMeanwhile');
    case 'offline':
      return say('offlineToast');
    case 'notSent':
      return i18next.t('form.notSent');
    case 'unknown':
      return say('saveUnknown');
    case 'dropped':
      return '';
  }
}

/** Shows the reason as a toast, for saves without a dialog or a save bar. */
export function showFailure(result: Unsaved): void {
  const text = failureText(result);
  // The request layer uses this id for its offline toast, so that the two become one.
  if (text !== '') showToast('error', text, result.outcome === 'offline' ? 'offline' : text);
}

/**
 * The reason why a read failed, in the person's language; empty if they cancelled it or their
 * session is over.
 */
export function readFailureText(error: unknown): string {
  if (error instanceof CancelledError || error instanceof SessionError) return '';
  if (error instanceof ApiError)
    return error.body.fields
      ? joined(error.body.fields)
      : (error.body.error ?? say('somethingWrong'));
  return say(error instanceof OfflineError ? 'offlineToast' : 'somethingWrong');
}
