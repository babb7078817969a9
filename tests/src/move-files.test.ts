import i18next from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { sendFiles } from '#src/features/moving-in/move-files.ts';
import { stubLocalStorage } from './memory-storage.ts';

/** The answer to each request, by its method and the end of its path; none is a lost connection. */
let answers: Record<string, [number, object]>;
let asked: string[];

beforeEach(async () => {
  stubLocalStorage();
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { onLine: true });
  await i18next.init({ lng: 'cimode' });
  asked = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const path = new URL(url, 'https://desk.example').pathname.replace(/^\/api/, '');
    const name = `${method} ${path.endsWith('settle') ? 'settle' : path}`;
    asked.push(name);
    const [status, body] = answers[name] ?? [0, {}];
    if (status === 0) throw new TypeError('Failed to fetch');
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(body), { status, headers });
  });
});

const files = ['a.csv', 'b.csv', 'c.csv'].map((name) => new File(['x'], name));
const move = (state: Move['state']) => ({ _id: 'm', state }) as Move;
const notSent = (...names: string[]) => names.map((name) => ({ name, reason: 'form.notSent' }));

it('names every file as not sent when the wait for the check of the move meets no server', async () => {
  answers = {};
  expect(await sendFiles(files, '', move('checking'))).toEqual({
    move: move('checking'),
    refused: notSent('a.csv', 'b.csv', 'c.csv'),
  });
  expect(asked).toEqual(['GET /moves/m']);
});

it('ends with the first file whose answer does not come, and names those behind it', async () => {
  answers = { 'POST /moves': [201, move('read')], 'POST settle': [200, { outcome: 'notSent' }] };
  expect(await sendFiles(files, '')).toEqual({
    move: move('read'),
    refused: notSent('b.csv', 'c.csv'),
  });
  expect(asked).toEqual(['POST /moves', 'POST /moves/m/files', 'POST settle']);
});

it('goes on behind a file that the server has refused', async () => {
  answers = { 'POST /moves/m/files': [400, { error: 'No sheet', code: 'sheetUnreadable' }] };
  const { refused } = await sendFiles(files, '', move('read'));
  expect(refused).toEqual(files.map(({ name }) => ({ name, reason: 'No sheet' })));
});
