import { paths, editPath } from '#src/lib/paths.ts';
import { studentRecord } from '#contract/people/students.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { edit, field, save } from '#e2e/pages/record-form.ts';
import { createStudent } from '#e2e/people-data.ts';

test(
  'an open form keeps its typing while offline and finds a newer version',
  { tag: '@release' },
  async ({ page, context, complaints, openAs, api }) => {
    complaints.expect(/Failed to load resource/);
    const other = await api('superadmin');
    const made = await createStudent(other, {
      firstName: 'Open',
      lastName: 'Form',
      dateOfBirth: '1999-03-09',
      phone: '020 5555 7711',
    });
    const watches = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/assets/server-watch-'),
    );
    await openAs('superadmin', editPath(paths.editStudent, made._id));
    await edit(page, 'Person');
    await field(page, 'Nickname').fill('Typed here');
    await other.put(
      `/students/${made._id}`,
      { ...made, lastName: 'Elsewhere', confirmedDuplicate: true },
      studentRecord,
    );

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/students/${made._id}`))
        asked.push(request.url());
    });
    await watches;
    await context.setOffline(true);
    await expect(
      page.getByText('No Internet Connection. Please check your network.').first(),
    ).toBeVisible();
    const ratesAgain = page.waitForResponse(/\/api\/exchange-rates/);
    await context.setOffline(false);
    await ratesAgain;
    await expect(field(page, 'Nickname')).toHaveValue('Typed here');
    expect(asked).toEqual([]);
    await page.route('**/api/**', (route) => route.abort('connectionfailed'));
    await save(page).click();
    await expect(page.getByText('Connected, but the school server does not answer.')).toBeVisible();
    await page.unroute('**/api/**');
    // It may find the server by itself before the press.
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) await again.click({ timeout: 1000 });
      await expect(page.getByText('Connected, but the school server does not answer.')).toHaveCount(
        0,
        { timeout: 3000 },
      );
    }).toPass();
    await expect(field(page, 'Nickname')).toHaveValue('Typed here');
    await expect(field(page, 'Last name')).toHaveValue('Form');
    expect(asked).toEqual([]);

    await save(page).click();
    const conflict = page.getByRole('dialog', { name: 'Someone changed this record' });
    await expect(conflict).toContainText('Elsewhere');
    await conflict.getByRole('button', { name: 'Save these' }).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
    expect(await other.get(`/students/${made._id}`, studentRecord)).toMatchObject({
      nickname: 'Typed here',
      lastName: 'Elsewhere',
    });
  },
);
