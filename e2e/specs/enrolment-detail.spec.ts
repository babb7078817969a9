import { randomUUID } from 'node:crypto';
import { courseFees } from '#contract/courses/course-fees.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paidPlace } from '#e2e/paid-place.ts';
import { placePath, studentRecordPath } from '#src/entities/enrolment/place.ts';

test('a clerk withdraws a paid student in Lao, and the rest becomes credit', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const { order, student, enrolmentId, one } = await paidPlace(
    await api('admin'),
    await api('staff'),
  );
  const paid = order.totalLAK.toLocaleString('en-US');
  await followDevice(page);
  await openAs('staff', placePath(enrolmentId), { language: 'lo' });
  await expect(page.getByRole('heading', { level: 1, name: 'ມະນີວັນ ແກ້ວມະນີ' })).toBeVisible();
  const price = page.getByRole('region', { name: 'ລາຄາ ແລະ ທີ່ມາຂອງລາຄາ' });
  await expect(price.getByRole('row').last()).toContainText(paid);
  await expect(page.getByRole('region', { name: 'ຫ້ອງຮຽນ' })).toContainText('07:00–08:00');
  await expectAccessibleInBothThemes(page);

  const acts = page.getByRole('region', { name: 'ການດຳເນີນການ' });
  await expect(acts).toContainText(paid);
  await acts.getByRole('button', { name: 'ຖອນຊື່ອອກ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'ເຫດຜົນ' }).fill('ຍ້າຍບ້ານ');
  const freed = await dialog.getByRole('definition').last().innerText();
  // The class has not begun, so nothing is used.
  expect(freed).toBe(paid);
  await dialog.getByRole('radio', { name: 'ເງິນຄົງເຫຼືອຂອງຄອບຄົວ' }).check();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'ຖອນຊື່ອອກ' }).click();

  // The page says what happened, who did it and why, and the price shows what remains.
  await expect(page.getByRole('main').getByText('ຖອນຊື່ແລ້ວ').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'ປະຫວັດການປ່ຽນແປງ' })).toContainText('ຍ້າຍບ້ານ');
  await expect(price.getByRole('row').last()).toContainText(
    (order.totalLAK - Number(freed.replace(/\D/g, ''))).toLocaleString('en-US'),
  );
  await expect(acts).toHaveCount(0);

  // The student's record shows the enrolment and the credit.
  await page.goto(studentRecordPath(student._id));
  await expect(page.getByRole('link', { name: one.classCode })).toBeVisible();
  await expect(page.getByRole('region', { name: 'ບັນຊີຄອບຄົວ' })).toContainText(freed);
  await expectAccessibleInBothThemes(page);
});

test('an admin suspends and resumes an enrolment and changes its fee, seeing the cost first', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const admin = await api('admin');
  const { enrolmentId, order, one } = await paidPlace(admin, await api('staff'));
  await admin.post(
    '/course-fees',
    {
      courseId: one.courseId,
      branchId: one.branchId,
      name: 'Reduced',
      amount: 600_000,
      basis: 'term',
      priceCategory: 'staff',
      validFrom: '2020-01-01',
    },
    courseFees.row,
  );
  await followDevice(page);
  await openAs('admin', placePath(enrolmentId), { language: 'en' });
  const acts = page.getByRole('region', { name: 'Actions' });
  await expect(acts).toContainText('Costs nothing and gives nothing back.');
  await acts.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('sessions still count as used');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Travels for a month');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended: Travels for a month')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await acts.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog).toContainText('Costs nothing: the seat was kept.');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(acts.getByRole('button', { name: 'Suspend' })).toBeVisible();

  // The enrolment links to a change of class.
  await expect(acts.getByRole('link', { name: 'Change class' })).toHaveAttribute(
    'href',
    new RegExp(enrolmentId),
  );
  await acts.getByRole('button', { name: 'Change fee' }).click();
  await expect(dialog.getByRole('combobox', { name: 'New fee' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog
    .getByRole('combobox', { name: 'New fee' })
    .selectOption(await dialog.getByRole('option', { name: /Reduced/ }).getAttribute('value'));
  await expect(dialog).toContainText('Taken off the bill');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Her mother teaches here');
  await dialog.getByRole('button', { name: 'Change fee' }).click();
  await expect(page.getByText('Fee changed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Price and how it is made up' })).toContainText(
    'Her mother teaches here',
  );

  // Offline the last copy stays with its time, and nothing can be changed.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.context().setOffline(true);
  await expect(acts.getByRole('button', { name: 'Suspend' })).toBeDisabled();
  await expect(page.getByRole('main').getByText(/as of/i).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: order.number }).click();
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible();

  await page.goto(placePath(randomUUID()));
  await expect(
    page
      .getByText('This record', { exact: false })
      .or(page.getByText('not found', { exact: false }))
      .first(),
  ).toBeVisible();
});
