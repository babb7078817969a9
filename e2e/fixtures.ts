import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import type { BuiltServer } from '#scripts/built-server.ts';
import { ApiClient } from './api-client.ts';
import { Complaints } from './complaints.ts';
import { startDemoCentre } from './demo-centre.ts';
import { plantSession, sessionOf } from './planted-session.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
import { homePath } from '#src/lib/paths.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = {
  server: BuiltServer;
  /**
   * The API with a role's rights, to prepare data. All tests share the session, so no test may end
   * it.
   */
  api: (role: Role) => Promise<ApiClient>;
};

type TestFixtures = {
  /** The browser's complaints, which fail a test unless it allows them with `expect`. */
  complaints: Complaints;
  /** Opens the home page of a person who is signed in on this device, and waits for it. */
  signInAs: (role: Role, options?: { page?: Page; language?: Language }) => Promise<void>;
  /**
   * Opens a page as a person who is signed in on this device; the sign-in form has its own tests.
   */
  openAs: (
    role: Role,
    path: string,
    options?: { page?: Page; language?: Language },
  ) => Promise<void>;
  /** A page in its own browser context: a second person or a second device. */
  otherPage: () => Promise<Page>;
};

/** `test` with a demo centre per worker, so that parallel files do not disturb each other. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startDemoCentre();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  api: [
    async ({ server }, use) => {
      const clients = new Map<Role, Promise<ApiClient>>();
      await use((role) => {
        const client = clients.get(role) ?? ApiClient.signIn(server.origin, role);
        clients.set(role, client);
        return client;
      });
    },
    { scope: 'worker' },
  ],

  serviceWorkers: async ({ serviceWorkers }, use, { tags }) => {
    await use(tags.includes('@worker') ? 'allow' : serviceWorkers);
  },

  baseURL: async ({ server }, use) => use(server.origin),

  complaints: [
    async ({ context, server }, use) => {
      // A long journey fetches more than the 250 resources that a browser remembers by default.
      await context.addInitScript(() => performance.setResourceTimingBufferSize(5000));
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

  // A request that a journey still holds at its end would fail another one.
  context: async ({ context }, use) => {
    await use(context);
    // A page that has crashed holds none.
    for (const routed of [...context.pages(), context])
      await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
  },

  signInAs: async ({ page, openAs }, use) => {
    await use(async (role, { page: chosen = page, language = languages[0] } = {}) => {
      await openAs(role, homePath(role), { page: chosen, language });
      await expect(chosen.locator(PAGE_HEADING)).toBeVisible();
    });
  },

  openAs: async ({ page, server }, use) => {
    await use(async (role, path, { page: chosen = page, language = languages[0] } = {}) => {
      await plantSession(chosen, await sessionOf(server.origin, role), language);
      await chosen.goto(path);
    });
  },
});
