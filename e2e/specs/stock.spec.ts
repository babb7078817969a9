import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { countLines, stockCount } from '#contract/stock/stock-counts.ts';
import { expectAccessible, expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { changeKeptDraft, DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { homeBranch } from '#e2e/people-data.ts';
import { giveOut, onHandOf, ownProducts, scan, stockPage } from '#e2e/stock-data.ts';
import { workerReady } from '#e2e/worker.ts';

test('an admin receives a delivery by scan in Lao and takes it back whole', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const admin = await api('admin');
  const { goods } = await ownProducts(admin, 'DLV', [3, 3]);
  const [first, second] = [goods[0]?._id ?? '', goods[1]?._id ?? ''];
  await followDevice(page);
  await openAs('admin', stockPage('?view=deliveries'), { language: 'lo' });
  await page.getByRole('link', { name: 'ຮັບສິນຄ້າເຂົ້າ' }).first().click();
  await page.getByRole('textbox', { name: 'ຜູ້ສະໜອງ', exact: false }).first().fill('ຮ້ານປຶ້ມລ້ານຊ້າງ');
  // A focused text box would take the scan as typing.
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, 'dlv-001');
  const count = page.getByRole('textbox', { name: 'ຈຳນວນທີ່ໄດ້ຮັບ: ສິ່ງຂອງ DLV 1' });
  await expect(count).toHaveValue('1');
  await scan(page, 'DLV-001');
  await expect(count).toHaveValue('2');
  await expect(count).toBeFocused();
  await count.fill('20');
  await scan(page, 'DLV-002');
  await expect(page.getByRole('textbox', { name: 'ຈຳນວນທີ່ໄດ້ຮັບ: ສິ່ງຂອງ DLV 2' })).toHaveValue('1');
  await expect(count).toHaveValue('20');
  await scan(page, 'NO-SUCH-CODE');
  await expect(page.getByRole('main').getByText('NO-SUCH-CODE')).toBeVisible();
  await page.getByRole('textbox', { name: 'ຕົ້ນທຶນຕໍ່ອັນ: ສິ່ງຂອງ DLV 1' }).fill('31000');
  await expect(page.getByText('21 ອັນ, 2 ລາຍການ')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ບັນທຶກການຮັບເຂົ້າ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^ໃບຮັບສິນຄ້າ VTE-D\d\d-/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /DLV 1.*20.*31,000 LAK.*620,000/ })).toBeVisible();
  expect([await onHandOf(admin, first), await onHandOf(admin, second)]).toEqual([23, 4]);
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'ຍົກເລີກການຮັບ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'ເຫດຜົນ' }).fill('ຮັບຜິດສາຂາ');
  await dialog.getByRole('button', { name: 'ຍົກເລີກການຮັບ' }).click();
  await expect(page.getByText('ຮັບຜິດສາຂາ')).toBeVisible();
  expect([await onHandOf(admin, first), await onHandOf(admin, second)]).toEqual([3, 3]);

  // Every figure links to its movements, and each movement to its paper.
  await page.goto(stockPage('?search=DLV-001'));
  await page.getByRole('link', { name: /^ສິ່ງຂອງ DLV 1 .*: ຄົງເຫຼືອ 3/ }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'ລາຍການເຄື່ອນໄຫວຂອງ ສິ່ງຂອງ DLV 1' }),
  ).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('−20');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^ໃບຮັບສິນຄ້າ/ })).toBeVisible();
});

test('a count books only what was wrong on the shelf, not what moved meanwhile', async ({
  page,
  openAs,
  api,
}) => {
  const admin = await api('admin');
  const { goods } = await ownProducts(admin, 'CNT', [10, 10, 10]);
  const [first, second] = [goods[0]?._id ?? '', goods[1]?._id ?? ''];
  await followDevice(page);
  await openAs('admin', stockPage('?view=counts'));
  await page.getByRole('button', { name: 'New count' }).first().click();
  const opening = page.getByRole('dialog', { name: 'New count' });
  await expect(opening.getByRole('group', { name: 'New count' })).toBeVisible();
  await opening.getByRole('combobox', { name: 'Category' }).selectOption('Goods CNT');
  await opening.getByRole('button', { name: 'Open the sheet' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^Count VTE-C\d\d-.*: Goods CNT/ }),
  ).toBeVisible();
  const row = (at: number) =>
    page
      .getByRole('list', { name: 'Lines of the sheet' })
      .getByRole('listitem')
      .filter({ hasText: `CNT-00${at}` });
  const box = (at: number) => page.getByRole('textbox', { name: `Counted: Thing CNT ${at}` });
  await box(1).fill('8');
  await page.keyboard.press('Enter');
  // The row has the focus, so that the next scan is no number of a box.
  await expect(row(1)).toBeFocused();
  await expect(row(1)).toContainText('short 2');
  // A scan counts one, and leaving a line saves it.
  await scan(page, 'CNT-002');
  await expect(box(2)).toHaveValue('1');
  await box(2).fill('11');
  await box(1).focus();
  await expect(row(2)).toContainText('over 1');
  await giveOut(admin, first, 3);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(1)).toContainText('−3 moved since');
  await expect(row(1)).toContainText('short 2');
  await expect(page.getByText('Short 2, over 1 · −30,000 LAK at cost')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Finish VTE-C\d\d-/ });
  await expect(dialog).toContainText(
    'Short 2, over 1 · −30,000 LAK at cost. Not counted, left as they are: 1',
  );
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Monthly count');
  await dialog.getByRole('button', { name: 'Save differences' }).click();
  await expect(page.getByText('Monthly count')).toBeVisible();
  await expect(page.getByRole('row', { name: /Differences: 2.*−30,000/ })).toBeVisible();
  await expectAccessible(page);
  expect([await onHandOf(admin, first), await onHandOf(admin, second)]).toEqual([5, 11]);
});

test('a transfer is sent, seen by both branches, and received with a shortage', async ({
  page,
  openAs,
  api,
}) => {
  const owner = await api('superadmin');
  const admin = await api('admin');
  const { goods } = await ownProducts(admin, 'TRF', [9]);
  const [thing = ''] = goods.map(({ _id }) => _id);
  const there =
    (await owner.get('/branches', z.array(branch))).find(({ code }) => code === 'LPB')?._id ?? '';
  await followDevice(page);
  await openAs('admin', stockPage('?view=transfers&id=new'));
  await page
    .getByRole('combobox', { name: 'To', exact: false })
    .selectOption({ label: 'Luang Prabang LPB' });
  await page.getByRole('combobox', { name: 'Scan or find a product' }).fill('Thing TRF');
  await page.getByRole('option', { name: /Thing TRF 1/ }).click();
  await page.getByRole('textbox', { name: 'Quantity to send: Thing TRF 1' }).fill('4');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Transfer VTE-T\d\d-/ })).toBeVisible();
  expect(await onHandOf(admin, thing)).toBe(9);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('On the way', { exact: true })).toBeVisible();
  expect([await onHandOf(admin, thing), await onHandOf(owner, thing, there)]).toEqual([5, 0]);

  await openAs('superadmin', stockPage('?search=TRF-001'));
  await page.getByRole('link', { name: '4 on the way from VTE to LPB' }).click();
  await page.getByRole('button', { name: 'Receive' }).click();
  const dialog = page.getByRole('dialog', { name: /^Receive VTE-T\d\d-/ });
  await dialog.getByRole('textbox', { name: 'Missing: Thing TRF 1' }).fill('1');
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('The box was open');
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await expect(page.getByRole('row', { name: /The box was open/ })).toContainText('3');
  await expectAccessibleInBothThemes(page);
  expect([await onHandOf(admin, thing), await onHandOf(owner, thing, there)]).toEqual([5, 3]);
});

test(
  'lines counted offline stay sealed and are sent once, after a question about movements',
  { tag: '@worker' },
  async ({ page, context, signInAs, api, complaints }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource|409 \(Conflict\)/);
    await page.setViewportSize({ width: 1024, height: 768 });
    const admin = await api('admin');
    const { category, goods } = await ownProducts(admin, 'OFF', [10, 0]);
    const [first, second] = [goods[0]?._id ?? '', goods[1]?._id ?? ''];
    const sheet = await admin.post(
      '/stock-counts',
      { branchId: await homeBranch(admin), categoryId: category._id },
      stockCount,
    );
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await signInAs('admin');
    await workerReady(page);
    await page.goto(stockPage(`?view=counts&id=${sheet._id}`));
    const box = (at: number) => page.getByRole('textbox', { name: `Counted: Thing OFF ${at}` });
    await expect(box(1)).toBeVisible();
    const isKept = (part: string) =>
      page.evaluate(async (name) => {
        const open = indexedDB.open('branchdesk');
        const db = await new Promise<IDBDatabase>(
          (resolve) => (open.onsuccess = () => resolve(open.result)),
        );
        const keys = db.transaction('snapshots').objectStore('snapshots').getAllKeys();
        await new Promise((resolve) => (keys.onsuccess = resolve));
        db.close();
        return JSON.stringify(keys.result).includes(name);
      }, part);
    for (const part of [`${sheet._id}|sheet`, `${sheet._id}|lines`])
      await expect.poll(() => isKept(part)).toBe(true);
    await context.setOffline(true);
    await box(1).fill('7');
    await changeKeptDraft(page, async () => {
      await box(2).fill('1');
      await page.getByRole('heading', { level: 1 }).click();
    });
    await expect(page.getByText('on this device', { exact: true })).toHaveCount(2);
    await giveOut(admin, first, 2);

    await page.reload();
    await new DraftPanel(page).resume();
    await expect(box(1)).toHaveValue('7');
    await context.setOffline(false);
    const send = page.getByRole('button', { name: 'Send kept lines: 2' });
    await expect(send).toBeVisible();
    expect(sent).toEqual([]);
    await send.click();
    const dialog = page.getByRole('dialog', { name: 'Thing OFF 1 moved around that time' });
    await expect(dialog.getByText('Given out free')).toBeVisible();
    await expectAccessible(page);
    // The clock suggests that it was counted before.
    await expect(dialog.getByRole('radio').nth(-2)).toBeChecked();
    await dialog.getByRole('button', { name: 'Save this line' }).click();
    await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
    const lines = await admin.get(`/stock-counts/${sheet._id}/lines`, countLines);
    expect(
      lines.map(({ productId, counted, difference, movedSince }) => [
        productId,
        counted,
        difference,
        movedSince,
      ]),
    ).toEqual([
      [first, 7, -3, -2],
      [second, 1, 1, 0],
    ]);
    expect(sent.filter((url) => url.endsWith(first)).length).toBe(2);
    expect(sent.filter((url) => url.endsWith(second)).length).toBe(1);
  },
);

test(
  'on a phone the first lines of a count sheet are in sight',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const admin = await api('admin');
    const { category } = await ownProducts(admin, 'PHN', [10, 10, 10]);
    const sheet = await admin.post(
      '/stock-counts',
      { branchId: await homeBranch(admin), categoryId: category._id },
      stockCount,
    );
    await openAs('admin', stockPage(`?view=counts&id=${sheet._id}`));
    const second = page.getByRole('textbox', { name: 'Counted: Thing PHN 2' });
    await expect(second).toBeInViewport({ ratio: 1 });
    // The bar at the foot does not cover it.
    await second.click({ trial: true });
    const line = await second.evaluate((box) => box.closest('li')?.getBoundingClientRect().top);
    expect(line).toBeLessThan(560);
  },
);

test('staff see no figure of stock on the way', { tag: '@release' }, async ({ page, openAs }) => {
  await openAs('staff', stockPage());
  await expect(page.getByRole('columnheader', { name: 'On hand' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'On the way' })).toHaveCount(0);
});
