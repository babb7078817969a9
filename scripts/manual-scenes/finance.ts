import { historyPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';
import { dialogOf, type Scene } from './scene.ts';

/** A tablet held upright. */
const PAGE = { width: 700, height: 1200 } as const;

/** The pictures of the tasks of finance. */
export const financeScenes: readonly Scene[] = [
  {
    text: 'finance/slips',
    role: 'finance',
    path: `${paths.pendingPayment}?view=verify`,
    ...PAGE,
    play: async ({ page, t }) => {
      await page.locator('main li').first().getByRole('button').first().click();
      await page.getByRole('region', { name: t('pending-payment:facts.title') }).waitFor();
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'finance/closing-the-day',
    role: 'finance',
    path: historyPath('days'),
    ...PAGE,
    play: async ({ page }) => {
      await page.getByRole('link', { name: '27/11/2026', exact: true }).click();
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'finance/the-safe',
    role: 'finance',
    path: historyPath('safe'),
    ...PAGE,
    play: async ({ page }) => ({ of: [page.locator('main')], height: 560 }),
  },
  {
    text: 'finance/family-account',
    role: 'finance',
    path: paths.pendingPayment,
    ...PAGE,
    play: async ({ page }) => {
      await page.getByRole('link', { name: /Sombath Phoummavong/ }).first().click();
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'finance/refunds',
    role: 'finance',
    path: paths.paymentHistory,
    ...PAGE,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: /VTE-R26-000274/ }).first().click();
      await page.getByRole('link', { name: t('payment-history:page.refundOf', { number: 'VTE-26-000231' }) }).click();
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'finance/journal',
    role: 'finance',
    path: historyPath('journal'),
    ...PAGE,
    play: async ({ page }) => ({ of: [page.locator('main')], height: 560 }),
  },
  {
    text: 'finance/exchange-rates',
    role: 'finance',
    path: paths.exchangeRate,
    ...PAGE,
    play: async ({ page, button }) => {
      await button('exchange-rates:morning.open').click();
      await dialogOf(page).getByRole('textbox').nth(1).fill('21,700.00');
      return { of: [dialogOf(page)] };
    },
  },
  {
    text: 'finance/bank-statement',
    role: 'finance',
    path: `${paths.pendingPayment}?view=verify`,
    ...PAGE,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: t('pending-payment:statement.open') }).click();
      await page.getByRole('button', { name: t('pending-payment:statement.load') }).waitFor();
      await page.getByLabel(t('pending-payment:statement.load')).setInputFiles({
        name: 'november.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          [
            'Date,Reference,Description,Credit',
            '25/11/2026,FT261125000228,TRANSFER,1250000',
            '27/11/2026,FT261127000239,TRANSFER,40000',
            '27/11/2026,FT261127000311,QR,350000',
          ].join('\n'),
        ),
      });
      await page.waitForTimeout(2000);
      return { of: [page.locator('main')] };
    },
  },
];
