import { randomInt, randomUUID } from 'node:crypto';
import { copiesOnDevice } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, serviceWorkers: 'allow' });

test('a known guardian and a known child are offered to the form of a new student, with the network and without', async ({
  page,
  context,
  signInAs,
  api,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const lastName = `Twice ${randomUUID().slice(0, 6)}`;
  const phone = `020 55${randomInt(100_000, 1_000_000)}`;
  const guardian = { parentId: null, firstName: 'Khamla', lastName, phone, relation: 'mother' };
  const roles = { isPayer: true, isPrimaryContact: true, canPickUp: true };
  await createStudent(await api('staff'), {
    firstName: 'Noy',
    lastName,
    dateOfBirth: '2016-03-09',
    guardians: [{ ...guardian, ...roles }],
  });
  await signInAs('staff');
  await workerReady(page);
  await page.goto(paths.newEnrollment);
  await expect.poll(() => copiesOnDevice(page)).toContain('desk-lookup/');

  const form = page.getByRole('form', { name: 'New student' });
  const box = (name: string) => form.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const child = page.getByRole('button', { name: new RegExp(`^Noy ${lastName}`) });
  const takeBoth = async () => {
    await button('New student').tap();
    await expect(box("Guardian's phone")).toBeFocused();
    for (const name of ["Guardian's phone", "Guardian's first name", 'First name', 'Last name'])
      await expect(box(name)).toHaveAttribute('required');
    await box('First name').fill('Noy');
    await box("Guardian's phone").fill(phone);
    // Enter goes on to the next empty field and complains about none.
    await box("Guardian's phone").press('Enter');
    await expect(box("Guardian's first name")).toBeFocused();
    await expect(form.locator('[aria-invalid="true"]')).toHaveCount(0);
    const known = form.getByRole('status');
    await expect(known).toContainText(`Khamla ${lastName}`);
    await expect(known).toContainText(`Noy ${lastName}`);
    await button('Use this family').tap();
    await expect(box("Guardian's phone")).toBeHidden();
    await expect(box('Last name')).toBeFocused();
    await expect(button('Add to this visit')).toBeVisible();
    // Within the family the name is enough, whatever the day of birth.
    await box('Last name').fill(lastName);
    await expect(button('Different person: add')).toBeVisible();
    await button('Use this one').tap();
    await expect(form).toBeHidden();
    await expect(child).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Payer')).toBeAttached();
  };
  await takeBoth();
  await button('New visit').tap();
  await context.setOffline(true);
  await takeBoth();

  // A child who was just added to the visit is not added to it again.
  await button('Add a child').tap();
  await box('First name').fill('Kai');
  await box('Last name').fill(lastName);
  await form.getByRole('combobox', { name: 'Gender' }).selectOption('Male');
  await button('Add to this visit').tap();
  await child.tap();
  await button('Add a child').tap();
  await box('First name').fill('Kai');
  await box('Last name').fill(lastName);
  await button('Use this one').tap();
  await expect(page.getByRole('button', { name: new RegExp(`^Kai ${lastName}`) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
