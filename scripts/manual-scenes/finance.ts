import { historyPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';
import { dialogOf, partOf, type Scene } from './scene.ts';

/** A tablet held upright. */
const PAGE = { width: 700, height: 1200 } as const;

/** The pictures of the tasks of finance. */
export const financeScenes: readonly Scene[] = [
  {
    text: 'finance/slips',
    role: 'finance',
    path: `${paths.pendingPayment}?view=verify`,
    width: 700,
    height: 1600,
    play: async (stage) => {
      const { page, t } = stage;
      await page.getByText(/FT26112700318/).click();
      await page.getByRole('img', { name: /FT26112700318/ }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const ask = page.getByRole('button', { name: t('pending-payment:verify.ask') });
      const picture = page.getByRole('region', {
        name: t('pending-payment:verify.picture'),
        exact: true,
      });
      return { of: [picture, ask], end: ask, margin: 8 };
    },
  },
  {
    text: 'finance/closing-the-day',
    role: 'finance',
    path: historyPath('days'),
    ...PAGE,
    play: async (stage) => {
      const { page } = stage;
      await page.getByRole('link', { name: '26/11/2026', exact: true }).click();
      return { of: [page.locator('main')], end: partOf(stage, 'days:before') };
    },
  },
  {
    text: 'finance/the-safe',
    role: 'finance',
    path: historyPath('safe'),
    ...PAGE,
    play: async ({ page }) => ({
      of: [page.locator('main')],
      end: page.locator('main tbody tr').nth(3),
    }),
  },
  {
    text: 'finance/family-account',
    role: 'finance',
    path: paths.pendingPayment,
    ...PAGE,
    play: async ({ page }) => {
      await page
        .getByRole('row')
        .filter({ hasText: '020 5555 2708' })
        .getByRole('link')
        .first()
        .click();
      return { of: [page.locator('main')], end: page.locator('main table').first() };
    },
  },
  {
    text: 'finance/refunds',
    role: 'finance',
    path: paths.paymentHistory,
    width: 480,
    height: 1100,
    play: async ({ page, t, button, field }) => {
      await page
        .getByRole('link', { name: /VTE-R26-000274/ })
        .first()
        .click();
      const refund = t('payment-history:page.refundOf', { number: 'VTE-26-000231' });
      await page.getByRole('link', { name: refund }).click();
      await page.getByRole('checkbox').first().check();
      await button('payment-history:refund.go').click();
      await dialogOf(page).getByText(t('payment-history:refund.no'), { exact: true }).click();
      await field('payment-history:way.reason').fill('ຍ້າຍບ້ານ');
      return { of: [dialogOf(page)] };
    },
  },
  {
    text: 'finance/journal',
    role: 'finance',
    path: historyPath('journal'),
    ...PAGE,
    play: async ({ page }) => ({
      of: [page.locator('main')],
      end: page.getByRole('table').first(),
    }),
  },
  {
    text: 'finance/exchange-rates',
    role: 'finance',
    path: paths.exchangeRate,
    width: 560,
    height: 1100,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: t('exchange-rates:morning.open') }).click();
      await page.getByRole('textbox').nth(1).fill('21,700.00');
      const save = page.getByRole('button', { name: t('exchange-rates:morning.save') });
      return { of: [page.locator('main')], end: save };
    },
  },
  {
    text: 'finance/bank-statement',
    role: 'finance',
    path: `${paths.pendingPayment}?view=verify`,
    ...PAGE,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: t('pending-payment:statement.open') }).click();
      return { of: [page.locator('main')], end: page.locator('main table').first() };
    },
  },
];
