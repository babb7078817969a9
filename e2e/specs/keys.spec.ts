import type { Locator, Page } from '@playwright/test';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { scan } from '#e2e/stock-data.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { createStudent } from '#e2e/people-data.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Presses a control by a key, as somebody who has no pointer. */
async function pressByKey(page: Page, name: string | RegExp): Promise<void> {
  // One that is off takes no focus, and the key would go to another control.
  await expect(button(page, name)).toBeEnabled();
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** The controls of which no point can be pressed while each of them has the focus in turn. */
const hiddenInTurn = (controls: Locator) =>
  controls.evaluateAll((all) =>
    [...all, ...all.toReversed()].flatMap((control) => {
      if (control instanceof HTMLElement) control.focus();
      const { left, top, width, height } = control.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return control.contains(seen) ? [] : [`${control.ariaLabel} ${top}`];
    }),
  );

test('the focus stays at the end of a way, and passes on when its control goes', async ({
  page,
  openAs,
}) => {
  // The page keeps the focus once this part is there: it comes after the first screen.
  const keeps = page.waitForResponse(/\/keep-focus-[^/]+\.js$/);
  await openAs('superadmin', paths.courseCategories);
  await keeps;
  await pressByKey(page, 'Move ENG down');
  await expect(page.getByRole('row').nth(2)).toContainText('ENG');
  await expect(button(page, 'Move ENG down')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'ENG' })).toHaveText(/^ENG is now 2 of/);
  // At the end of its way the button keeps the focus, and the next key passes it by.
  await pressByKey(page, 'Move ENG up');
  await expect(button(page, 'Move ENG up')).toBeDisabled();
  await expect(button(page, 'Move ENG up')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Move ENG down')).toBeFocused();

  await new Shell(page).visit(paths.students);
  const rows = page.getByRole('table').locator('tbody').getByRole('checkbox');
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toHaveText('1 selected');
  await pressByKey(page, 'Clear selection');
  // The bar goes with its button; the pages stand before it.
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.localName);
  await expect.poll(focused).toBe('Next page');
  // Neither the bar of the chosen rows nor the heads hide what has the focus.
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  expect(await hiddenInTurn(rows)).toEqual([]);
});

test('a sale by keys loses the focus neither in a line nor at the printer', async ({
  page,
  openAs,
  api,
}) => {
  const { nameEn } = await bookInStock(await api('admin'));
  await openDrawer(await api('staff'));
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).focus();
  await page.keyboard.type(nameEn, likeAPerson);
  await expect(page.getByRole('button', { name: new RegExp(`^${nameEn}`) })).toBeVisible();
  await page.keyboard.press('Enter');
  // The line opens where its heading says what it is, and gives the focus back to the bill.
  await pressByKey(page, nameEn);
  const line = page.getByRole('region', { name: nameEn, exact: true });
  await expect(line.getByRole('heading')).toBeFocused();
  await line.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, nameEn)).toBeFocused();
  // Escape leaves it too, until something is changed in it.
  await page.keyboard.press('Enter');
  await expect(line.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, nameEn)).toBeFocused();
  await page.keyboard.press('Enter');
  await line.getByRole('button', { name: 'One more' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');

  // The same key leads to the methods of payment, and confirms in the end.
  await page.keyboard.press('Control+Enter');
  await expect(button(page, 'Cash')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Received' })).toBeFocused();
  // The pad is one stop, with arrows among its keys.
  const pad = page.getByRole('group', { name: 'Number pad' });
  await expect(pad.locator('button[tabindex="0"]')).toHaveText('7');
  await pad.getByRole('button', { name: '7' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(pad.getByRole('button', { name: '4' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  await pressByKey(page, 'Print');
  await expect(button(page, 'Reprint')).toBeFocused();
});

test('keys of one sign act until the person turns them off', async ({ page, openAs }) => {
  await openAs('staff', paths.students);
  const shell = new Shell(page);
  const search = page.getByRole('searchbox', { name: 'Search' });
  const help = page.getByRole('dialog');
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/');
  await shell.heading.focus();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();

  await shell.chooseFromProfile('appearance');
  const choice = page.getByRole('group', { name: 'Single-key shortcuts' });
  await choice.getByRole('button', { name: 'Off' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(search).not.toHaveAttribute('aria-keyshortcuts');
  await shell.heading.focus();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(search).not.toBeFocused();
  await expect(help).toHaveCount(0);
  await button(page, 'Help').click();
  await help.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(help).toContainText('Shortcuts of a single key are off');
  await expect(help).not.toContainText('Search this list');
});

test('Escape leaves a section of a record in which nothing was typed', async ({
  page,
  openAs,
  api,
}) => {
  const client = await api('staff');
  const { _id } = await createStudent(client, {
    firstName: 'Escape',
    lastName: 'Test',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7799',
  });
  await openAs('staff', editPath(paths.editStudent, _id));
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  const cancel = button(page, 'Cancel');
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeVisible();
  // What hears the key follows the first screen.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(cancel).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('x', likeAPerson);
  await page.keyboard.press('Escape');
  await expect(cancel).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The names of the controls, or the large figures, that the notice lies over. */
const hiddenBy = (notice: Locator) =>
  notice.evaluate((toast) => {
    const box = toast.getBoundingClientRect();
    const isFigure = (one: Element) =>
      one.childElementCount === 0 &&
      one.textContent !== '' &&
      Number.parseFloat(getComputedStyle(one).fontSize) >= 24;
    const controls = document.querySelectorAll(':is(header, main) :is(a, button, input)');
    const figures = [...document.querySelectorAll('main *')].filter(isFigure);
    return [...controls, ...figures]
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((one) => one.ariaLabel ?? one.textContent);
  });

/**
 * A notice slides to its place, and leaves it again for what the page draws there later; it is gone
 * before this waits for long.
 */
const expectNothingHidden = (notice: Locator) =>
  expect.poll(() => hiddenBy(notice), { timeout: 3000 }).toEqual([]);

test('a notice hides no control, however wide the window is', async ({ page, openAs }) => {
  await openAs('superadmin', paths.courseCategories);
  const notice = page.locator('.Toastify__toast');
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(button(page, 'Move ENG up')).toBeVisible();
    await scan(page, `NOBODY-${width}`);
    await expect(notice).toBeVisible();
    await expectNothingHidden(notice);
    await notice.getByRole('button').click();
    await expect(notice).toHaveCount(0);
  }
  // Nor the figure of a page.
  await new Shell(page).visit(paths.students);
  await page.locator('main a[href*="id="]').first().click();
  await expect(page.getByRole('main').locator('strong[data-large]')).toBeVisible();
  await scan(page, 'NOBODY-NOWHERE');
  await expect(notice).toBeVisible();
  await expectNothingHidden(notice);
});
