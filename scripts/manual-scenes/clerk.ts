import { paths } from '#src/lib/paths.ts';
import { chooseClass, chooseFamily, DESK, pay, tendered, zone } from './desk.ts';
import { dialogOf, partOf, type Scene } from './scene.ts';
import { slipPhoto } from './slip-photo.ts';

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
      await page.getByRole('option', { name: t('desk:who.new'), exact: true }).click();
      await field('people:record.field.firstName').fill('ນາລີ');
      await field('people:record.field.lastName').fill('ພົມມະຈັນ');
      await page.getByLabel(t('people:record.field.gender')).selectOption('female');
      await field('people:record.field.dateOfBirth').fill('09/03/2016');
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
      const others = stage.page.getByRole('button', {
        name: stage.t('desk:what.others', { n: '15' }),
      });
      return { of: [stage.page.locator('main')], end: others };
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
      const currencies = page.getByRole('group', { name: t('payment:currency'), exact: true });
      await currencies.getByRole('button', { name: 'THB' }).click();
      await tendered(stage).fill('2,000');
      await pay(stage, 'cash', '900,000');
      return { of: [page.locator('main')] };
    },
  },
  {
    text: 'clerk/transfer-slip',
    role: 'staff',
    path: paths.orders,
    width: 600,
    height: 1100,
    play: async ({ page, t, button, field }) => {
      const row = page.getByRole('row').filter({ hasText: 'VTE-26-000226' });
      await row.getByRole('link', { name: t('orders:acts.pay') }).click();
      await button('payment:shortTransfer').click();
      await field('payment:reference').fill('FT26112700318');
      const photo = await slipPhoto(page, ['800,000 LAK', 'FT26112700318', '27/11/2026 14:21']);
      await dialogOf(page).locator('input[type=file]').setInputFiles(photo);
      await dialogOf(page)
        .getByRole('img', { name: t('payment:bank.slip') })
        .waitFor();
      return { of: [dialogOf(page)] };
    },
    // Finance has this slip to check.
    after: async ({ page, t, button }) => {
      await button('orders:pay.confirm').click();
      await page.getByText(t('orders:paid.pending')).waitFor();
    },
  },
  {
    text: 'clerk/refund',
    role: 'staff',
    path: `${paths.orders}?view=all`,
    play: async (stage) => {
      const { page, t, button, field } = stage;
      await page.getByRole('link', { name: 'VTE-26-000231' }).click();
      await page
        .getByRole('link', { name: t('orders:lines.place') })
        .first()
        .click();
      await button('allocation:roster.do.withdraw').click();
      await field('allocation:roster.reason').fill('ຍ້າຍບ້ານ');
      await dialogOf(page)
        .getByRole('radio', { name: t('leaving:settlement.refund') })
        .check();
      return { of: [dialogOf(page)] };
    },
  },
  {
    text: 'clerk/hold-and-waiting-list',
    role: 'staff',
    path: paths.manageEnrollment,
    width: 560,
    play: async ({ page }) => ({
      of: [page.locator('main')],
      end: page.locator('main').getByRole('listitem').nth(2),
    }),
  },
  {
    text: 'clerk/change-of-class',
    role: 'staff',
    path: paths.createTransfer,
    width: 560,
    height: 1700,
    play: async (stage) => {
      const { page, t } = stage;
      await page.getByLabel(t('transfers:ask.student')).fill('Souliya Oudomsack');
      await page
        .locator('main')
        .getByRole('button', { name: /ST-26-000145/ })
        .first()
        .click();
      await page.locator('main').getByRole('link', { name: /-T1-/ }).click();
      const newClass = page.getByRole('group', { name: t('transfers:ask.newClass') });
      await newClass
        .getByRole('radio')
        .and(page.locator(':enabled'))
        .first()
        .check({ force: true });
      return { of: [page.locator('main')], end: newClass.locator('label').nth(2) };
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
      await zone(stage, 'what')
        .getByRole('button', { name: /160,000/ })
        .first()
        .click();
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
    play: async (stage) => {
      const { page, field } = stage;
      for (const [note, count] of [
        ['100,000', '6'],
        ['50,000', '4'],
        ['20,000', '3'],
        ['10,000', '1'],
      ] as const)
        await field('drawer:note', { note, currency: 'LAK' }).fill(count);
      return { of: [page.locator('main')], end: partOf(stage, 'drawer:expectedAndCounted') };
    },
  },
  {
    text: 'clerk/without-a-network',
    role: 'staff',
    path: paths.newEnrollment,
    ...DESK,
    isKept: true,
    play: async (stage) => {
      const { page, t } = stage;
      await page.context().setOffline(true);
      await chooseFamily(stage, 'Sombath Norasing');
      await chooseClass(stage, 'ENG');
      await pay(stage, 'cash');
      await page.getByText(t('desk:away.keep')).waitFor();
      return { of: [page.locator('body')] };
    },
  },
];
