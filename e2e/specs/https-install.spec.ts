import type { CDPSession, Page } from '@playwright/test';
import { Complaints } from '#e2e/complaints.ts';
import { startDemoCentre } from '#e2e/demo-centre.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { makeCertificate } from '#e2e/test-certificate.ts';
import { word } from '#e2e/words.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { homePath, paths } from '#src/lib/paths.ts';

/** The server's name in the centre's network; only these browsers can resolve it. */
const HOST = 'desk.test';
const knowsHost = `--host-resolver-rules=MAP ${HOST} 127.0.0.1`;
const onHost = (origin: string) => origin.replace('127.0.0.1', HOST);

async function deviceHelp(page: Page) {
  await new Shell(page).chooseFromProfile('device');
  return page.getByRole('dialog', { name: word('en', 'shell', 'profile.device') });
}

/** Installs the app as the browser's own menu would, and returns the page it starts with. */
async function installAndLaunch(cdp: CDPSession, page: Page, manifestId: string): Promise<Page> {
  await cdp.send('PWA.install', { manifestId });
  const opened = page.context().waitForEvent('page');
  await cdp.send('PWA.launch', { manifestId });
  return opened;
}

test(
  'over HTTPS the app installs, starts, and starts again offline',
  { tag: '@release' },
  async () => {
    test.slow();
    const certificate = makeCertificate(HOST);
    const server = await startDemoCentre({ TLS_CERT: certificate.cert, TLS_KEY: certificate.key });
    const origin = onHost(server.origin);
    try {
      await withOwnProfile(
        async (context) => {
          const complaints = new Complaints();
          await complaints.listenTo(context, origin);
          const page = await context.newPage();
          await signInToDemo(page, origin, 'staff');
          expect(new URL(page.url()).protocol).toBe('https:');
          await page.evaluate(async () => navigator.serviceWorker.ready);

          const cdp = await context.newCDPSession(page);
          const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
          const { appId } = await cdp.send('Page.getAppId');
          expect([installabilityErrors, appId]).toEqual([[], `${origin}/`]);

          const app = await installAndLaunch(cdp, page, `${origin}/`);
          await expect(app).toHaveURL(origin + homePath('staff'));
          await expect(new Shell(app).heading).toBeVisible();
          await restFetched(app);

          await context.setOffline(true);
          await app.goto(origin + paths.signIn);
          await expect(app).toHaveURL(origin + homePath('staff'));
          await expect(new Shell(app).heading).toBeVisible();
          complaints.assertNone();
        },
        { args: [knowsHost, `--ignore-certificate-errors-spki-list=${certificate.publicKeyHash}`] },
      );
    } finally {
      await server.stop();
      certificate.remove();
    }
  },
);

test(
  'over plain HTTP the app works and says why it cannot be installed',
  { tag: '@release' },
  async () => {
    // It starts a whole browser and a server.
    test.slow();
    // A centre of its own, because the rate may not differ much from the last one entered.
    const server = await startDemoCentre();
    const origin = onHost(server.origin);
    await withOwnProfile(
      async (context) => {
        const complaints = new Complaints();
        // Over plain HTTP browsers ignore this header and say so on every page.
        complaints.expect(/Cross-Origin-Opener-Policy header has been ignored/);
        await complaints.listenTo(context, origin);
        const page = await context.newPage();
        await signInToDemo(page, origin, 'finance');
        expect(
          await page.evaluate(() => [
            window.isSecureContext,
            'serviceWorker' in navigator,
            'randomUUID' in crypto,
          ]),
        ).toEqual([false, false, false]);

        await page.goto(origin + paths.addRate);
        await page.getByRole('combobox', { name: /^Currency/ }).selectOption('CNY');
        await field(page, 'Rate to kip').fill('3020.9');
        await save(page).click();
        await expect(page.getByRole('row', { name: /CNY/ })).toContainText('3,020.90');

        await expect(await deviceHelp(page)).toContainText(word('en', 'install', 'way.notSecure'));
        complaints.assertNone();
      },
      { args: [knowsHost], viewport: { width: 1280, height: 800 } },
    );
    await server.stop();
  },
);
