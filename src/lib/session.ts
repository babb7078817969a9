import { TOKEN_KEY } from './storage-keys.ts';
import { clearBranch, clearUser } from './store.ts';

// Changes whenever somebody signs in or out, so that an answer asked for by one person is never shown to the next.
let epoch = 0;
const endings = new Set<() => void>();

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

/** Begins a session on this device with the token the server answered. */
export function beginSession(newToken: string): void {
  epoch += 1;
  localStorage.setItem(TOKEN_KEY, newToken);
}

/** Registers what must also go when a session ends (caches); called synchronously. */
export function onSessionEnd(clear: () => void): void {
  endings.add(clear);
}

/**
 * Ends the session on this device: the token, the person and the branch go, and the route guard shows the sign-in page.
 */
export function endSession(): void {
  epoch += 1;
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Storage that cannot be read holds no token either.
  }
  for (const clear of endings) clear();
  clearUser();
  clearBranch();
}

/** Follows a sign-out, or a sign-in as somebody else, in another tab of this device. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (token() === null) endSession();
    else window.location.reload();
  });
}
