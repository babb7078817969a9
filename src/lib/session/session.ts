import { BRANCH_CHANGE_KEY, TOKEN_KEY } from '#src/lib/browser/storage-keys.ts';
import { clearBranch, clearUser, closeAlertPopup } from '#src/lib/store.ts';

// Changes at every sign-in and sign-out, so that an answer to one person's request is never shown
// to the next.
let epoch = 0;
// The session this page was opened with (`mark`); if it differs, another tab has changed it.
let shownFor: string | null | undefined;
const beginnings = new Set<(userId: string) => void>();
const endings = new Set<() => void>();

/**
 * Calls every function, also after one that threw: a fault in one part must not keep the data of
 * another part on the device. The error is reported afterwards.
 */
function callAll<Of>(functions: ReadonlySet<(of: Of) => void>, of: Of): void {
  for (const one of functions) {
    try {
      one(of);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}

export function sessionEpoch(): number {
  return epoch;
}

export function token(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** The token and the last change of its branch; null without a session. */
function mark(): string | null {
  const current = token();
  return current === null ? null : current + String(localStorage.getItem(BRANCH_CHANGE_KEY));
}

/** True if the session has ended or gone to another branch since this page was opened. */
export const isMoved = (): boolean => shownFor !== undefined && mark() !== shownFor;

/**
 * True if somebody is signed in, and it is still the person and the branch of this page. This
 * notices a change before the event from the other tab arrives.
 */
export const isSessionCurrent = (): boolean => token() !== null && !isMoved();

/** Begins a session of this person on this device with the server's token. */
export function beginSession(newToken: string, userId: string): void {
  epoch += 1;
  localStorage.setItem(TOKEN_KEY, newToken);
  shownFor = mark();
  callAll(beginnings, userId);
}

/** Registers a function for every sign-in. It is called synchronously. */
export function onSessionBegin(prepare: (userId: string) => void): void {
  beginnings.add(prepare);
}

/**
 * Registers a function that clears more state, such as caches, when a session ends; it is called
 * synchronously.
 */
export function onSessionEnd(clear: () => void): void {
  endings.add(clear);
}

/**
 * Ends the session on this device: removes the token, the person, the branch and their notices, and
 * the sign-in page appears.
 */
export function endSession(): void {
  epoch += 1;
  shownFor = null;
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Storage that cannot be read holds no token either.
  }
  callAll(endings, undefined);
  clearUser();
  clearBranch();
  closeAlertPopup();
}

/**
 * Ends this page's session if another tab has ended it. Somebody else's session, or another branch,
 * begins with a new page, never with a mixed one.
 */
function compare(): void {
  if (!isMoved()) return;
  if (token() === null) endSession();
  else window.location.reload();
}

/**
 * Follows a sign-out, a sign-in as somebody else, or a change of branch in another tab. A page that
 * was frozen or kept for the Back button missed the event, and compares when it is shown again.
 */
export function followOtherTabs(): void {
  shownFor = mark();
  window.addEventListener('storage', compare);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare();
  });
}
