import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { precached } from '#scripts/precached.ts';

const CLIENT = 'dist/client';

// The reader of camera codes is fetched at its first use, because most tablets never need it; the
// pictures of the manual are fetched when they are looked at.
const files = (folder: string) =>
  readdirSync(folder).filter((file) => !/\.(br|gz|wasm|webp)$/.test(file));

/** Screens of admins and superadmins on which nothing can be done without the server. */
const SERVER_ONLY =
  /\/(rights|moving-in|year-close|personal-data|centre-export|copy)-page|\/audit-words-|\/(moving-in|year-close|personal-data|centre-export)\.json/;

test('every chunk of the app and both languages’ words are precached', { tag: '@release' }, () => {
  const urls = precached().map(({ url }) => url);
  const wanted = [
    ...files(`${CLIENT}/assets`).map((file) => `assets/${file}`),
    ...languages.flatMap((language) =>
      files(`public/locales/${language}`).map((file) => `locales/${language}/${file}`),
    ),
    'index.html',
  ];
  expect(wanted.filter((url) => !urls.includes(url) && !SERVER_ONLY.test(url))).toEqual([]);
  expect(urls.filter((url) => SERVER_ONLY.test(url))).toEqual([]);
});

test('no API answer and no server file is precached', { tag: '@release' }, () => {
  const other = /^\/?api\b|:\/\/|\.(br|gz|map|txt)$|^csp\.json|^\.|^sw\.js|^screenshots\//;
  expect(precached().filter(({ url }) => other.test(url))).toEqual([]);
});

test('a new version fetches again only what has changed', { tag: '@release' }, () => {
  // Assets have a hash of their content in the name; all other files have a revision.
  expect(
    precached().filter(({ url, revision }) => (revision === null) !== url.startsWith('assets/')),
  ).toEqual([]);
});

test('scripts read the same in every encoding', { tag: '@release' }, () => {
  const scripts = files(`${CLIENT}/assets`).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const others = scripts.filter((file) =>
    readFileSync(join(CLIENT, 'assets', file)).some((byte) => byte > 0x7f),
  );
  expect(others).toEqual([]);
});
