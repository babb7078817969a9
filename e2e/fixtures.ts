import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import { startDemoServer, type BuiltServer } from '#scripts/built-server.ts';
import { ApiClient } from './api-client.ts';
import { Complaints } from './complaints.ts';
import { plantSession, sessionOf } from './planted-session.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = { server: BuiltServer };

type TestFixtures = {
  /** What the browser complained about; a test that provokes a complaint announces it with `expect`. */
  complaints: Complaints;
  /** Signs in through the form, on the test's own page or on another one, and waits for the page that follows. */
  signInAs: (role: Role, options?: { page?: Page; language?: Language }) => Promise<void>;
  /** Opens a page as somebody who signed in on this device before. */
  openAs: (role: Role, path: string, options?: { page?: Page; language?: Language }) => Promise<void>;
  /** A page in a browser context of its own: a second person, or a second device. */
  otherPage: () => Promise<Page>;
  /** The API with a role's rights, to arrange what a test needs. */
  api: (role: Role) => Promise<ApiClient>;
};

/** `test` with a demo centre per worker, so that files running side by side do not disturb each other. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startDemoServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  serviceWorkers: async ({ serviceWorkers }, use, { tags }) => {
    await use(tags.includes('@worker') ? 'allow' : serviceWorkers);
  },

  baseURL: async ({ server }, use) => use(server.origin),

  complaints: [
    async ({ context, server }, use) => {
      const complaints = new Complaints();
      await complaints.listenTo(context, server.origin);
      await use(complaints);
      complaints.assertNone();
    },
    { auto: true },
  ],

  otherPage: async ({ browser, complaints, server }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      await complaints.listenTo(context, server.origin);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  signInAs: async ({ page }, use) => {
    await use(async (role, { page: chosen = page, language = languages[0] } = {}) => {
      const signIn = new SignInPage(chosen, language);
      await signIn.open();
      await signIn.signInAs(role);
    });
  },

  openAs: async ({ page, server }, use) => {
    await use(async (role, path, { page: chosen = page, language = languages[0] } = {}) => {
      await plantSession(chosen, await sessionOf(server.origin, role), language);
      await chosen.goto(path);
    });
  },

  api: async ({ server }, use) => use((role) => ApiClient.signIn(server.origin, role)),
});
