import { paths } from '#src/lib/paths.ts';
import type { Page } from '@playwright/test';
import { partOf, type Scene, type Stage } from './scene.ts';

const fill = (page: Page, name: string, value: string) =>
  page.locator(`input[name="${name}"]`).fill(value);

/** Chooses the first option with these words. */
async function choose({ page, t }: Stage, key: string, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t(key), exact: true }).first();
  const option = field.locator('option').filter({ hasText: words }).first();
  await field.selectOption((await option.getAttribute('value')) ?? '');
}

/** A form in one column. */
const FORM = { width: 560, height: 1500 } as const;

/** The pictures of the tasks of admins. */
export const adminScenes: readonly Scene[] = [
  {
    text: 'admin/term',
    role: 'admin',
    path: paths.addTerm,
    ...FORM,
    width: 768,
    play: async ({ page, button }) => {
      await fill(page, 'name', 'ພາກຮຽນ 3');
      await fill(page, 'academicYear', '2026-2027');
      await fill(page, 'code', 'T3');
      await fill(page, 'startDate', '29/03/2027');
      await fill(page, 'endDate', '20/06/2027');
      await button('terms:addLaoHolidays').click();
      return {
        of: [page.locator('main')],
        end: page.getByRole('button', { name: /14\/04\/2027/ }),
      };
    },
  },
  {
    text: 'admin/classes',
    role: 'admin',
    path: paths.addClass,
    ...FORM,
    height: 1800,
    play: async (stage) => {
      const { page, t, button } = stage;
      await choose(stage, 'classes:course', 'ENG-A1');
      await choose(stage, 'classes:term', 'ພາກຮຽນ 2');
      await page.getByText(t('common:weekdays.1'), { exact: true }).click();
      await page.getByText(t('common:weekdays.3'), { exact: true }).click();
      return { of: [page.locator('main')], end: button('classes:addTime') };
    },
  },
  {
    text: 'admin/prices-and-discounts',
    role: 'admin',
    path: paths.addFee,
    ...FORM,
    play: async (stage) => {
      const { page, t } = stage;
      await choose(stage, 'courses:course', 'B1');
      await page.locator('input[name="name"]').fill('ຄ່າຮຽນພາກ 2');
      await page.locator('input[name="amount"]').fill('1,900,000');
      await choose(stage, 'courses:basis', t('courses:bases.term'));
      await page.getByText(t('courses:prorations.sessions'), { exact: true }).click();
      return { of: [page.locator('main')], end: partOf(stage, 'courses:section.fee') };
    },
  },
  {
    text: 'admin/people-and-rights',
    role: 'superadmin',
    path: paths.addStaff,
    ...FORM,
    height: 1200,
    play: async (stage) => {
      const { page, t } = stage;
      await fill(page, 'firstName', 'ນິດຕະຍາ');
      await fill(page, 'lastName', 'ສີວິໄລ');
      await fill(page, 'email', 'nittaya@dokchampa.example');
      await page.getByRole('combobox', { name: t('staff-accounts:role') }).selectOption('finance');
      return {
        of: [page.locator('main')],
        end: page.getByText(t('staff-accounts:maySignInHelp'), { exact: true }).first(),
      };
    },
  },
  {
    text: 'admin/announcements',
    role: 'admin',
    path: paths.addAnnouncement,
    ...FORM,
    play: async ({ page, t }) => {
      const texts = page.locator('main').getByRole('textbox');
      await texts.nth(0).fill('ພັກວັນຊາດ 2 ທັນວາ');
      await texts.nth(1).fill('No classes on 2 December');
      await texts.nth(2).fill('ວັນທີ 2 ທັນວາ ບໍ່ມີການຮຽນການສອນ. ກະລຸນາແຈ້ງຄອບຄົວທີ່ຖາມ.');
      await texts.nth(3).fill('National Day: no classes. Please tell families who ask.');
      const pinned = page.getByText(t('announcements:pinned'), { exact: true }).first();
      return { of: [page.locator('main')], end: pinned };
    },
  },
  {
    text: 'admin/reports',
    role: 'admin',
    path: paths.overview,
    width: 640,
    play: async ({ page, t }) => ({
      of: [page.locator('main')],
      end: page.getByRole('link', { name: t('shell:page.addStaff') }),
    }),
  },
  {
    text: 'admin/next-term',
    role: 'admin',
    path: paths.terms,
    ...FORM,
    play: async ({ page, t }) => {
      await page.getByRole('link', { name: 'ພາກຮຽນ 2' }).first().click();
      await page.getByRole('link', { name: t('terms:continuingStudents') }).click();
      return { of: [page.locator('main')], end: page.locator('main').getByRole('combobox').nth(3) };
    },
  },
  {
    text: 'admin/first-week',
    role: 'superadmin',
    path: `${paths.schoolInfo}?view=moving-in`,
    width: 700,
    height: 2400,
    play: async ({ page, t }) => {
      await page.getByRole('combobox').first().selectOption({ index: 1 });
      await page
        .locator('main input[type=file]')
        .first()
        .setInputFiles({
          name: 'students.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(
            [
              'Student code,Full name,Gender,Date of birth,Phone',
              'S-101,ນາລີ ວົງສາ,ຍິງ,01/02/2001,020 5551 6601',
              'S-102,ສົມໃຈ ວົງສາ,ຊາຍ,31/02/2002,020 5551 6602',
              'S-103,ມາລາ ວົງສາ,ຍິງ,03/02/2003,020 5551 6603',
            ].join('\r\n'),
          ),
        });
      const leaveOut = page.getByRole('button', { name: t('moving-in:cell.leaveOut') });
      return { of: [page.locator('main')], end: leaveOut };
    },
  },
];
