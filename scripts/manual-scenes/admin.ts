import { paths } from '#src/lib/paths.ts';
import type { Scene } from './scene.ts';

/** A form in one column. */
const FORM = { width: 560, height: 1500 } as const;

/** The pictures of the tasks of admins. */
export const adminScenes: readonly Scene[] = [
  {
    text: 'admin/term',
    role: 'admin',
    path: paths.addTerm,
    ...FORM,
    play: async ({ page, button }) => {
      const fill = (name: string, value: string) => page.locator(`input[name="${name}"]`).fill(value);
      await fill('name', 'ພາກຮຽນ 3');
      await fill('academicYear', '2026-2027');
      await fill('code', 'T3');
      await fill('startDate', '29/03/2027');
      await fill('endDate', '20/06/2027');
      await button('terms:addLaoHolidays').click();
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/classes',
    role: 'admin',
    path: paths.addClass,
    ...FORM,
    play: async ({ page, t }) => {
      const choose = async (name: string, text: RegExp) => {
        const field = page.getByLabel(t(`classes:${name}`)).first();
        const value = await field.locator('option').filter({ hasText: text }).first().getAttribute('value');
        await field.selectOption(value ?? '');
      };
      await choose('course', /A1/);
      await choose('term', /2 /);
      await page.getByText(t('common:weekdays.1'), { exact: true }).click();
      await page.getByText(t('common:weekdays.3'), { exact: true }).click();
      await page.waitForTimeout(2000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/prices-and-discounts',
    role: 'admin',
    path: paths.addFee,
    ...FORM,
    play: async ({ page }) => {
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/people-and-rights',
    role: 'superadmin',
    path: paths.addStaff,
    ...FORM,
    play: async ({ page }) => {
      const fill = (name: string, value: string) => page.locator(`input[name="${name}"]`).fill(value);
      await fill('firstName', 'ນິດຕະຍາ');
      await fill('lastName', 'ສີວິໄລ');
      await fill('email', 'nittaya@dokchampa.example');
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/announcements',
    role: 'admin',
    path: paths.addAnnouncement,
    ...FORM,
    play: async ({ page }) => {
      await page.waitForTimeout(1000);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/reports',
    role: 'admin',
    path: paths.overview,
    width: 640,
    play: async ({ page }) => ({ of: [page.locator('main')], height: 560 }),
  },
  {
    text: 'admin/next-term',
    role: 'admin',
    path: paths.terms,
    ...FORM,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: /ພາກຮຽນ 2/ }).first().click();
      await page.getByRole('link', { name: t('terms:whoGoesOn') }).click();
      await page.waitForTimeout(1500);
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'admin/first-week',
    role: 'superadmin',
    path: `${paths.schoolInfo}?view=moving-in`,
    width: 700,
    height: 1200,
    play: async ({ page }) => {
      await page.waitForTimeout(1500);
      return { of: [page.locator('main')] };
    },
  },
];
