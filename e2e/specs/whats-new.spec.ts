import { done } from '#contract/centre/auth.ts';
import { whatsNew } from '#contract/centre/whats-new.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { homePath } from '#src/lib/paths.ts';
import { word } from '#e2e/words.ts';

test(
  'an admin is told once what is new after an update, in either language',
  { tag: '@release' },
  async ({ api, openAs, otherPage, page }) => {
    // The account has read the news of an earlier version only.
    await (await api('admin')).put(whatsNew.path, { id: 'earlier' }, done);
    await openAs('admin', homePath('admin'), { language: 'lo' });
    await expect(
      page.getByRole('region', { name: word('lo', 'whats-new', 'title') }),
    ).toBeVisible();
    await openAs('admin', homePath('admin'));
    const news = page.getByRole('region', { name: word('en', 'whats-new', 'title') });
    await expect(news.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
    const closed = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await news.getByRole('button', { name: word('en', 'common', 'action.close') }).click();
    await expect(news).toBeHidden();
    expect((await closed).ok()).toBe(true);
    const other = await otherPage();
    const asked = other.waitForResponse((answer) => answer.url().endsWith(`/api${whatsNew.path}`));
    await openAs('admin', homePath('admin'), { page: other });
    expect(await (await asked).json()).toEqual({ id: null });
  },
);
