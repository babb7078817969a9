import type { Page } from '@playwright/test';
import { loginAnswer, type SignedInUser } from '#contract/centre/auth.ts';
import { branch, type Branch } from '#contract/centre/branches.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { LANGUAGE_KEY, STATE_KEY, TOKEN_KEY } from '#src/lib/browser/storage-keys.ts';
import { ApiClient } from './api-client.ts';

type Session = { token: string; user: SignedInUser; branch: Branch };

/** Opens a new session, so that a test may end it. */
export async function sessionOf(origin: string, role: Role): Promise<Session> {
  const { token, user } = await new ApiClient(origin).post(
    '/auth/login',
    { email: demoEmail(role), password: DEMO_PASSWORD },
    loginAnswer,
  );
  return {
    token,
    user,
    branch: await new ApiClient(origin, token).get(`/branches/${user.branchId}`, branch),
  };
}

const EMPTY = '/empty-page';

/**
 * Stores what signing in stores, from a page of the same origin that does not start the app. Using
 * the form, which has its own tests, would cost two pages and two derivations of the password.
 */
export async function plantSession(
  page: Page,
  { token, user, branch: branchData }: Session,
  language: Language,
): Promise<void> {
  await page.route(EMPTY, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(EMPTY);
  await page.unroute(EMPTY);
  const state = {
    user: { isLoggedIn: true, role: user.role, userData: user },
    branch: { branchData },
  };
  await page.evaluate(
    ([entries, key, fresh]) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { state?: object };
      localStorage.setItem(key, JSON.stringify({ state: { ...kept.state, ...fresh }, version: 0 }));
    },
    [
      [
        [TOKEN_KEY, token],
        [LANGUAGE_KEY, language],
      ],
      STATE_KEY,
      state,
    ] as const,
  );
}
