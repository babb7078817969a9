import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { bookInStock, openDrawer, ownCourse } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { createStudent } from '#e2e/people-data.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

/** Taps, and counts the taps. */
function taps(page: Page) {
  let count = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    count += 1;
  };
  return {
    tap,
    button: (name: string | RegExp) => tap(page.getByRole('button', { name, exact: true })),
    count: () => count,
  };
}

const who = (page: Page) => page.getByRole('combobox', { name: 'Find a student or guardian' });
const card = (page: Page, code: string) =>
  page.locator('[data-zone=what]').getByRole('button', { name: code });
const text = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

test.describe('a visit', () => {
  let nextClass: string;
  let firstClass: string;
  let returner: string;
  let keyboarder: string;
  let favoured: string;
  let waiter: string;
  let sku: string;
  let bookId: string;
  test.beforeAll(async ({ api }) => {
    const admin = await api('admin');
    // Names are random, because a worker may run this file twice against one centre.
    const code = randomUUID().slice(0, 4).toUpperCase();
    [returner, keyboarder] = [`Returner ${code}`, `Keyboarder ${code}`];
    favoured = `Favoured ${code}`;
    waiter = `Waiter ${code}`;
    const [now, later] = [dayInLaos(), addDays(dayInLaos(), 80)];
    await openDrawer(await api('staff'));
    const next = await ownCourse(admin);
    const book = await bookInStock(admin);
    sku = book.sku;
    bookId = book._id;
    const first = await ownCourse(admin, {
      nextCourseId: next._id,
      products: [{ productId: book._id, quantity: 1, needed: 'usual' }],
    });
    const term = await openTerm(admin, {
      code: `D${code}`,
      startDate: addDays(now, 1),
      endDate: later,
    });
    firstClass = (
      await addClass(admin, term, {
        courseId: first._id,
        slots: [{ weekday: 1, start: '17:00', end: '18:30' }],
      })
    ).classCode;
    nextClass = (
      await addClass(admin, term, {
        courseId: next._id,
        slots: [{ weekday: 2, start: '17:00', end: '18:30' }],
      })
    ).classCode;
    const before = await openTerm(admin, {
      code: `B${code}`,
      startDate: addDays(now, -60),
      endDate: addDays(now, 20),
    });
    await enrolNew(
      admin,
      await addClass(
        admin,
        before,
        { courseId: first._id, slots: [{ weekday: 3, start: '17:00', end: '18:30' }] },
        'running',
      ),
      [returner, keyboarder, favoured, waiter],
    );
  });

  test('a returning student takes the next level for exact cash in at most four taps', async ({
    page,
    openAs,
  }) => {
    await openAs('staff', paths.newEnrollment);
    const { tap, button, count } = taps(page);
    await expect(who(page)).toBeFocused();
    await page.keyboard.type(returner, likeAPerson);
    await tap(page.getByRole('option', { name: new RegExp(`^${returner}`) }));
    await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toBeFocused();
    await tap(card(page, nextClass));
    await expect(page.getByRole('button', { name: /^Choose how they pay/ })).toBeVisible();
    await button('Cash');
    await expect(text(page, 'Received')).toBeFocused();
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    expect(count()).toBeLessThanOrEqual(4);
  });

  test(
    'a visit that meets a busy server says so and is sent again by itself, once',
    { tag: '@release' },
    async ({ page, openAs, complaints, api }) => {
      complaints.expect(/status of 503/);
      await openAs('staff', paths.newEnrollment);
      const { tap, button } = taps(page);
      await expect(who(page)).toBeFocused();
      await page.keyboard.type(waiter, likeAPerson);
      await tap(page.getByRole('option', { name: new RegExp(`^${waiter}`) }));
      await tap(card(page, nextClass));
      await button('Cash');
      const keys: (string | undefined)[] = [];
      await page.route('**/api/visits', (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 2) return route.continue();
        return route.fulfill({
          status: 503,
          headers: { 'retry-after': '3' },
          json: { error: 'The server is busy.', code: 'serverBusy' },
        });
      });
      await button('Confirm');
      await expect(page.getByText('The server is busy, trying again in 3 s')).toBeVisible();
      await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused({
        timeout: 15_000,
      });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      const client = await api('staff');
      const orders = await client.get(
        `/orders?search=${encodeURIComponent(waiter)}`,
        z.array(z.looseObject({})),
      );
      expect(orders).toHaveLength(1);
    },
  );

  test('an admin takes a sum off the line that was chosen, or off the whole bill', async ({
    page,
    openAs,
  }) => {
    await openAs('admin', paths.newEnrollment);
    const { tap, button } = taps(page);
    await expect(who(page)).toBeFocused();
    await page.keyboard.type(favoured, likeAPerson);
    await tap(page.getByRole('option', { name: new RegExp(`^${favoured}`) }));
    await tap(card(page, nextClass));
    await button('Adjustment');
    await text(page, 'Amount').fill('100000');
    await button('is taken off the bill');
    const which = page.getByRole('combobox', { name: 'Off which line' });
    // With one charge there is no question.
    await expect(which).toHaveCount(0);
    await text(page, 'Reason').fill('Agreed with the family');
    await button('Done');
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await tap(page.getByRole('button', { name: new RegExp(sku) }));
    await button(/^Agreed with the family/);
    await expect(which.locator('option')).toHaveCount(3);
    await expect(which).not.toHaveValue('bill');
    await which.selectOption({ label: 'The whole bill' });
    await button('Done');
    await button('Cash');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  });

  test('a QR payment asks for its reference at the field and waits for verification', async ({
    page,
    openAs,
    complaints,
  }) => {
    await openAs('staff', paths.newEnrollment);
    const { tap, button } = taps(page);
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await tap(page.getByRole('button', { name: new RegExp(sku) }));
    await button('QR');
    const reference = text(page, 'Reference');
    await expect(reference).toBeFocused();
    // Digits that are typed beside all boxes are of the open row.
    const sum = await text(page, 'Received').inputValue();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.type('7');
    await expect(text(page, 'Received')).toHaveValue('7');
    await text(page, 'Received').fill(sum);
    // Bank money names its buyer: the button of the bar says so and leads there.
    await button('Fill in the buyer’s name');
    await expect(text(page, 'Name')).toBeFocused();
    await text(page, 'Name').fill('Somsy');
    await text(page, 'Phone').fill('12');
    await button('Enter the reference');
    await expect(reference).toBeFocused();
    await expect(reference).toHaveAttribute('aria-invalid', 'true');
    await reference.fill(`QR${randomUUID().slice(0, 8)}`);
    complaints.expect(/status of 400 /);
    await button('Confirm');
    // An objection of the server stands at its field.
    await expect(text(page, 'Phone')).toBeFocused();
    await expect(text(page, 'Phone')).toHaveAccessibleDescription(/^Phone is not valid/);
    await expect(page.getByRole('status').filter({ hasText: /^Phone: / })).toBeVisible();
    await text(page, 'Phone').fill('');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Invoice' })).toContainText('To be verified');
  });

  test('a sale in cash asks for no name', async ({ page, openAs }) => {
    await openAs('staff', paths.newEnrollment);
    const { tap, button } = taps(page);
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await tap(page.getByRole('button', { name: new RegExp(sku) }));
    await button('Cash');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
      'ລູກຄ້າທົ່ວໄປ Walk-in customer',
    );
  });

  test('a visit put aside is under Open visits, and the next one starts empty', async ({
    page,
    openAs,
  }) => {
    await openAs('staff', paths.newEnrollment);
    const { button } = taps(page);
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await page.getByRole('button', { name: new RegExp(sku) }).tap();
    await text(page, 'Name').fill('Somsy Waiting');
    await expect(page.getByText('Draft kept on this device')).toBeAttached();
    await button('New visit');
    const goOn = async () => {
      await button(/^Open visits/);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Somsy Waiting' })
        .getByRole('button', { name: 'Continue' })
        .tap();
      await expect(text(page, 'Name')).toHaveValue('Somsy Waiting');
    };
    await expect(page.getByRole('region', { name: 'Continue where you stopped' })).toBeHidden();
    await goOn();
    // The last screen of another visit gives way to it.
    await button('New visit');
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await page.getByRole('button', { name: new RegExp(sku) }).tap();
    await button('Cash');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    await goOn();
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toHaveCount(0);

    // It says its sum, and can be discarded; a visit of which nothing is typed is no open one.
    await expect(page.getByText('Draft kept on this device')).toBeAttached();
    await button('New visit');
    await button(/^Open visits 1/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Somsy' })).toContainText(/,000 LAK/);
    await button('Discard Somsy Waiting');
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Discard', exact: true })
      .tap();
    await expect(page.getByRole('button', { name: /^Open visits/ })).toHaveCount(0);
    await expect(who(page)).toBeFocused();
  });

  for (const language of ['en', 'lo'] as const) {
    test(
      `nothing of a payment scrolls at 1024 × 768 but the lines, in ${language}`,
      { tag: '@release' },
      async ({ page, openAs }) => {
        const t = (key: string, namespace = 'desk') => word(language, namespace, key);
        await openAs('staff', paths.newEnrollment, { language });
        await page.getByRole('searchbox', { name: t('what.find') }).fill(sku);
        await page.getByRole('button', { name: new RegExp(sku) }).click();
        await text(page, t('who.walkInName')).fill('Bounmy');
        const inSight = (target: Locator) => expect(target).toBeInViewport({ ratio: 1 });
        const bar = page.getByRole('region', { name: t('bar.title') });
        await bar.getByRole('button', { name: t('method.cash', 'payment'), exact: true }).click();
        await inSight(text(page, t('tendered', 'payment')));
        for (const sum of await page
          .getByRole('group', { name: t('quick', 'payment') })
          .getByRole('button')
          .all())
          await inSight(sum);
        const keys = page.getByRole('group', { name: t('money.pad', 'common') });
        await expect(keys.getByRole('button')).toHaveCount(12);
        for (const key of await keys.getByRole('button').all()) await inSight(key);
        await inSight(bar);
        expect((await bar.boundingBox())?.height).toBe(100);
        await bar.getByRole('button', { name: 'QR', exact: true }).click();
        await inSight(text(page, new RegExp(`^${t('reference', 'payment')}`)));
        await inSight(page.getByRole('button', { name: t('bank.takeSlip', 'payment') }));
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
      },
    );
  }

  for (const language of ['en', 'lo'] as const) {
    test(`on a phone a visit is made in three steps, at most a quarter is frame, in ${language}`, async ({
      page,
      openAs,
    }) => {
      const t = (key: string, namespace = 'desk') => word(language, namespace, key);
      await page.setViewportSize({ width: 390, height: 844 });
      await openAs('staff', paths.newEnrollment, { language });
      const { button } = taps(page);
      const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? 0;
      const bar = page.getByRole('region', { name: t('bar.title') });
      // The methods of the last step are what is chosen there.
      const barIs = async (height: number, methods = 0) => {
        expect(await heightOf(bar)).toBeLessThan(height + 0.5);
        const head = await heightOf(page.getByRole('banner'));
        const steps = await heightOf(page.getByRole('navigation', { name: t('steps') }));
        expect(head + steps + height - methods).toBeLessThanOrEqual(844 / 4);
      };
      await barIs(88);
      await page.getByRole('searchbox', { name: t('what.find') }).fill(sku);
      await page.getByRole('button', { name: new RegExp(sku) }).tap();
      await text(page, t('who.walkInName')).fill('Bounmy');
      await button(t('act.nextWhat'));
      await expect(text(page, t('who.walkInName'))).toBeHidden();
      await barIs(88);
      await button(t('act.nextPay'));
      // Lao lines are higher.
      const payBar = language === 'lo' ? 132 : 126;
      await barIs(payBar, 60);
      await button(t('method.cash', 'payment'));
      await expect(text(page, t('tendered', 'payment'))).toBeInViewport({ ratio: 1 });
      const lastKey = await page.getByRole('button', { name: '000', exact: true }).boundingBox();
      const keyEnd = (lastKey?.y ?? 0) + (lastKey?.height ?? 0);
      expect(keyEnd).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
      await barIs(payBar, 60);
      // The code for what cash has left open is in view together with its reference.
      await text(page, t('tendered', 'payment')).fill('45000');
      await button('QR');
      const code = page.getByRole('img', { name: /BCEL/ });
      await expect(code).toBeInViewport({ ratio: 1 });
      const codeBox = await code.boundingBox();
      expect((codeBox?.y ?? 0) + (codeBox?.height ?? 0)).toBeLessThanOrEqual(
        (await bar.boundingBox())?.y ?? 0,
      );
      await expect(text(page, new RegExp(`^${t('reference', 'payment')}`))).toBeInViewport({
        ratio: 1,
      });
      await page.keyboard.type(`QR${randomUUID().slice(0, 8)}`);
      await button(t('bar.confirm'));
      await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6}/ })).toBeFocused();
    });
  }

  test('a walk-in buys two books by QR in at most six taps', async ({ page, openAs, api }) => {
    // Two books that are sold here, so that both have a tile.
    for (const book of [
      await bookInStock(await api('admin')),
      await bookInStock(await api('admin')),
    ])
      await makeVisit(await api('staff'), {
        payer: { kind: 'walkIn', name: 'Before', phone: '' },
        products: [
          { key: randomUUID(), productId: book._id, quantity: 1, studentKey: null, giveNow: true },
        ],
        tenders: [cash(book.price)],
      });
    await openAs('staff', paths.newEnrollment);
    const { tap, button, count } = taps(page);
    await expect(who(page)).toBeFocused();
    const tiles = page.getByRole('region', { name: 'What' }).getByRole('button', { name: /LAK/ });
    await tap(tiles.nth(0));
    await tap(tiles.nth(1));
    await button('QR');
    await expect(text(page, 'Reference')).toBeFocused();
    await page.keyboard.type(`QR${randomUUID().slice(0, 8)}`);
    await button('Fill in the buyer’s name');
    await page.keyboard.type('Somsy');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    expect(count()).toBeLessThanOrEqual(6);
  });

  test('a refusal leaves the focus in the search, and a held seat says until when', async ({
    page,
    openAs,
    api,
  }) => {
    const lastName = `Holder ${randomUUID().slice(0, 6)}`;
    await createStudent(await api('staff'), {
      firstName: 'Vilay',
      lastName,
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7788',
    });
    await openAs('staff', paths.schoolBranch);
    const refusal = new Shell(page).alert;
    await expect(refusal).toContainText('You may not open "School Branch".');
    await page.mouse.move(0, 0);
    // It closes by itself.
    await expect(refusal).toBeHidden();
    await expect(who(page)).toBeFocused();
    await page.keyboard.type(lastName, likeAPerson);
    await page.getByRole('option', { name: new RegExp(`Vilay ${lastName}`) }).tap();
    await card(page, firstClass).tap();
    await page.getByRole('button', { name: /^Only hold/ }).tap();
    await page.getByRole('button', { name: 'Hold seats' }).tap();
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6}: seats held/ })).toBeFocused();
    const until = page.getByRole('listitem').filter({ hasText: /^Held until/ });
    await expect(until).toHaveText(/^Held until \d\d\/\d\d\/\d{4}\s\d\d:\d\d$/);
    // The paper beside it says the same moment.
    const said = (await until.textContent())?.replace('Held until ', '') ?? '';
    const invoice = page.getByRole('region', { name: 'Invoice' });
    await expect(invoice.getByText(said, { exact: true })).toBeVisible();
  });

  test('three debts are paid at once in at most four taps', async ({ page, openAs, api }) => {
    const clerk = await api('staff');
    const lastName = `Debts ${randomUUID().slice(0, 6)}`;
    const { _id: studentKey } = await createStudent(clerk, {
      firstName: 'Three',
      lastName,
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7788',
    });
    for (let order = 0; order < 3; order += 1)
      await makeVisit(clerk, {
        payer: { kind: 'student', studentKey },
        products: [
          { key: randomUUID(), productId: bookId, quantity: 1, studentKey, giveNow: false },
        ],
        tenders: [cash(45_000)],
      });
    await openAs('staff', paths.newEnrollment);
    const { tap, button, count } = taps(page);
    await expect(who(page)).toBeFocused();
    await page.keyboard.type(lastName, likeAPerson);
    await tap(page.getByRole('option', { name: new RegExp(`Three ${lastName}`) }));
    await expect(page.getByText('Owes 300,000 in 3 orders')).toHaveCount(1);
    await button('Pay all');
    await button('Cash');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: '300,000 LAK paid in cash' })).toBeFocused();
    expect(count()).toBeLessThanOrEqual(4);
  });

  test('a new student pays a deposit in two currencies in at most twelve taps', async ({
    page,
    openAs,
  }) => {
    await openAs('staff', paths.newEnrollment);
    const { tap, button, count } = taps(page);
    await who(page).fill('Somebody');
    await page.getByRole('button', { name: 'New student' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(who(page)).toBeFocused();
    await who(page).fill('Malina Newcomer');
    await button('New student');
    await expect(page.getByRole('button', { name: 'Add to this visit' })).toBeInViewport({
      ratio: 1,
    });
    await tap(page.getByRole('combobox', { name: 'Gender' }));
    await page.getByRole('combobox', { name: 'Gender' }).selectOption('Female');
    await text(page, 'Date of birth').fill('9/3/2016');
    await text(page, "Guardian's first name").fill('Phonesavanh');
    await text(page, "Guardian's phone").fill('020 5561 9471');
    await button('Add to this visit');
    // The search keeps the focus when the classes have come.
    await expect(card(page, firstClass)).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toBeFocused();
    await tap(card(page, firstClass));
    await button(/^Deposit/);
    await button('Cash');
    await button('THB');
    // Digits go into the sum, although the focus is on the currency.
    await page.keyboard.type('7');
    await expect(text(page, 'Received')).toHaveValue('7');
    // Half a baht is no cash: the field says so. Whole baht are enough, not exact.
    await text(page, 'Received').fill('7.50');
    await expect(text(page, 'Received')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Cash comes in steps of 1 THB')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Enough / })).toBeVisible();
    // More than the deposit is change, unless all of it is paid; both say what happens.
    await text(page, 'Received').fill('5000');
    const happens = page.getByRole('button', { name: /^Give change above / });
    await expect(happens).toHaveCount(2);
    await expect(happens.first()).toHaveAttribute('aria-pressed', 'true');
    await text(page, 'Received').fill('500');
    await button('Cash');
    await button('Confirm');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
    expect(count()).toBeLessThanOrEqual(12);
    // Baht are said as baht, with what all of it is worth.
    const words = page.getByRole('region', { name: /VTE-\d\d-\d{6} saved/ });
    await expect(
      words.getByText(/^[\d,]+\sLAK \+\s500\.00\sTHB =\s[\d,]+\sLAK paid in cash$/),
    ).toBeVisible();
    await expect(words.getByText('500.00 THB', { exact: true })).toBeVisible();
  });

  test('a clerk makes a whole visit by keyboard', async ({ page, openAs }) => {
    await openAs('staff', paths.newEnrollment);
    await expect(who(page)).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await page.keyboard.type(keyboarder, likeAPerson);
    const found = page.getByRole('option', { name: new RegExp(`^${keyboarder}`) });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(found).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
    // A fast typist presses Enter before the answer has come.
    await page.keyboard.type(keyboarder, likeAPerson);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toBeFocused();
    await expect(card(page, nextClass)).toBeVisible();
    // Enter takes the only class that is found, and the box is empty for the next one.
    await page.keyboard.type(nextClass, likeAPerson);
    await page.keyboard.press('Enter');
    await expect(card(page, nextClass)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toHaveValue('');
    await page.getByRole('button', { name: 'Cash', exact: true }).focus();
    await page.keyboard.press('Enter');
    // Enter leads from the sum to Confirm, and there it does nothing however long it is held.
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await expect(text(page, 'Received')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please wait')).toHaveCount(0);
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  });
});
