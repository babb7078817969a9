import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { languages } from '#contract/language.ts';

const CLIENT = 'dist/client';
const LIMIT_BYTES = 3 * 1024 * 1024;

/** Everything the built worker fetches when it is installed. */
function precached(): { url: string; revision: string | null }[] {
  const list = /\[\{"revision":.*?\}\]/.exec(readFileSync(join(CLIENT, 'sw.js'), 'utf8'))?.[0];
  return JSON.parse(list ?? '[]') as { url: string; revision: string | null }[];
}

const files = (folder: string) => readdirSync(folder).filter((file) => !/\.(br|gz)$/.test(file));

test('the worker keeps exactly this', () => {
  const names = precached().map(({ url }) => url.replace(/-[\w-]{8}\.(js|css)$/, '-*.$1'));
  expect(`${names.sort().join('\n')}\n`).toMatchSnapshot('precache.txt');
});

test('every part of the app and every word in both languages is among it', () => {
  const urls = precached().map(({ url }) => url);
  const wanted = [
    ...files(`${CLIENT}/assets`).map((file) => `assets/${file}`),
    ...languages.flatMap((language) => files(`public/locales/${language}`).map((file) => `locales/${language}/${file}`)),
    'index.html',
  ];
  expect(wanted.filter((url) => !urls.includes(url))).toEqual([]);
});

test('nothing of the API is, nor anything that is not for the browser', () => {
  const other = /^\/?api\b|:\/\/|\.(br|gz|map|txt)$|^csp\.json|^\.|^sw\.js|^screenshots\//;
  expect(precached().filter(({ url }) => other.test(url))).toEqual([]);
});

test('a new version fetches again only what has changed', () => {
  // A hash in the name says what is in a file; everything else is told apart by its revision.
  expect(precached().filter(({ url, revision }) => (revision === null) !== url.startsWith('assets/'))).toEqual([]);
});

test('all of it stays within 3 MiB', () => {
  const bytes = precached().reduce((sum, { url }) => sum + statSync(join(CLIENT, url)).size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
});

test('scripts read the same in every encoding: they are labelled as something other than what they are', () => {
  const scripts = files(`${CLIENT}/assets`).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const others = scripts.filter((file) => readFileSync(join(CLIENT, 'assets', file)).some((byte) => byte > 0x7f));
  expect(others).toEqual([]);
});
