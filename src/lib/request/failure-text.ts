import i18next from 'i18next';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { ApiError, CancelledError, OfflineError, SessionError } from './api.ts';
import type { SaveResult } from './save.ts';

/** A save that did not come about. */
export type Unsaved = Exclude<SaveResult<unknown>, { outcome: 'saved' }>;

const joined = (fields: Record<string, string>) => Object.values(fields).join(' · ');

/**
 * Why a save did not come about, in the person's language; nothing when they stopped it themselves.
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

/** The same as a notice, where neither a dialog nor a save bar stands for it. */
export function showFailure(result: Unsaved): void {
  const text = failureText(result);
  // The request layer says by this name that the network is away; the two are one notice.
  if (text !== '') showToast('error', text, result.outcome === 'offline' ? 'offline' : text);
}

/**
 * Why something could not be read, in the person's language; nothing when they cancelled or their
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
