import { paths } from '#src/lib/paths.ts';
import { chooseClass, chooseFamily, DESK, pay, totalBar, zone } from './desk.ts';
import { dialogOf, type Scene } from './scene.ts';

/** The pictures of the tasks at the desk. */
export const clerkScenes: readonly Scene[] = [
  {
    text: 'clerk/first-sale',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    play: async (stage) => {
      const { page, t, button, field } = stage;
      await page.getByRole('combobox', { name: t('desk:who.find') }).fill('ນາລີ ພົມມະຈັນ');
      await button('desk:who.new').click();
      const form = page.getByRole('form', { name: t('desk:who.new') }).or(page.getByRole('group', { name: t('desk:who.new') })).first();
      await form.getByLabel(t('people:record.field.firstName')).fill('ນາລີ');
      await form.getByLabel(t('people:record.field.lastName')).fill('ພົມມະຈັນ');
      await form.getByLabel(t('people:record.field.gender')).selectOption('female');
      await form.getByLabel(t('people:record.field.dateOfBirth')).fill('09/03/2016');
      await field('desk:new.parentFirst').fill('ບຸນມີ');
      await field('desk:new.parentLast').fill('ພົມມະຈັນ');
      await field('desk:new.parentPhoneLabel').fill('020 5566 7788');
      await button('desk:new.add').click();
      await chooseClass(stage, 'KID');
      await pay(stage, 'cash', '1,500,000');
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'clerk/returning-student',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    play: async (stage) => {
      await chooseFamily(stage, 'Sengdao Sivilay');
      await zone(stage, 'what').getByRole('button').nth(1).waitFor();
      return { of: [zone(stage, 'who'), zone(stage, 'what')], height: 620 };
    },
  },
  {
    text: 'clerk/two-currencies',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    play: async (stage) => {
      const { page, t } = stage;
      await chooseFamily(stage, 'Sombath Norasing');
      await chooseClass(stage, 'ENG');
      await pay(stage, 'cash');
      await page.getByText('THB', { exact: true }).last().click();
      await page.getByRole('textbox', { name: t('payment:tendered') }).last().fill('1,000');
      await pay(stage, 'cash');
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'clerk/transfer-slip',
    role: 'staff',
    path: paths.orders,
    play: async ({ page, t, button, field }) => {
      await page.getByRole('row').nth(3).getByRole('link', { name: t('orders:acts.pay') }).click();
      await button('payment:method.transfer').click();
      await field('payment:reference').fill('FT26112700318');
      return { of: [dialogOf(page)] };
    },
  },
  {
    text: 'clerk/refund',
    role: 'staff',
    path: `${paths.orders}?view=all`,
    play: async ({ page, t, button, field }) => {
      await page.getByRole('link', { name: 'VTE-26-000231' }).click();
      await page.getByRole('link', { name: t('orders:lines.enrolment') }).click();
      await button('allocation:roster.do.withdraw').click();
      await field('allocation:roster.reason').fill('ຍ້າຍບ້ານ');
      await dialogOf(page).getByRole('radio', { name: t('leaving:settlement.refund') }).check();
      return { of: [dialogOf(page)] };
    },
  },
  {
    text: 'clerk/hold-and-waiting-list',
    role: 'staff',
    path: paths.manageEnrollment,
    width: 560,
    play: async ({ page }) => {
      await page.locator('main li').first().waitFor();
      return { of: [page.locator('main')], height: 560 };
    },
  },
  {
    text: 'clerk/change-of-class',
    role: 'staff',
    path: paths.createTransfer,
    width: 560,
    height: 1600,
    play: async ({ page, t }) => {
      await page.getByLabel(t('transfers:ask.student')).fill('Daovone');
      await page.locator('main').getByRole('button', { name: /Daovone/ }).first().click();
      await page.locator('main').getByRole('button').first().click();
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'clerk/books-and-stock',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    play: async (stage) => {
      const { page, t } = stage;
      await page.getByRole('searchbox', { name: t('desk:what.find') }).fill('BAG-001');
      await zone(stage, 'what').getByRole('button', { name: /160,000/ }).first().click();
      await page.getByRole('textbox', { name: t('desk:who.walkInName') }).fill('ສົມສີ');
      await pay(stage, 'cash', '200,000');
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'clerk/counting-the-drawer',
    role: 'staff',
    path: `${paths.newEnrollment}?view=drawer&step=count`,
    width: 560,
    height: 1300,
    play: async ({ page, t }) => {
      for (const [note, count] of [
        ['100,000', '6'],
        ['50,000', '4'],
        ['20,000', '3'],
        ['10,000', '1'],
      ] as const)
        await page
          .getByRole('textbox', { name: t('drawer:note', { note, currency: 'LAK' }) })
          .fill(count);
      return { of: [page.locator('main')], height: 1000 };
    },
  },
  {
    text: 'clerk/without-a-network',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    play: async (stage) => {
      const { page } = stage;
      await chooseFamily(stage, 'Sombath Norasing');
      await chooseClass(stage, 'ENG');
      await page.context().setOffline(true);
      await pay(stage, 'cash');
      return { of: [page.locator('body'), totalBar(stage)] };
    },
  },
];
