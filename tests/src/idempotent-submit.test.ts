import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, CancelledError, NetworkError, OfflineError } from '#src/lib/request/api.ts';
import { IdempotentSubmit, isSameData, saveOnce, type Saver } from '#src/lib/request/save.ts';
import { stubLocalStorage } from './memory-storage.ts';

type Row = { name: string; version: number };

// The server's answer about a key; an error stands for no answer.
let answers: (object | Error)[];
let asked: string[];
let sent: { name: string; row: Row | undefined; key: string }[];
let kept: Row[];
let result: () => Promise<Row>;

const saver: Saver<string, Row> = {
  send: (name, row, key) => {
    sent.push({ name, row, key });
    return result();
  },
  onConfirmed: (row) => void kept.push(row),
};
const row = (name: string, version = 1): Row => ({ name, version });
const attempt = (name: string, more: object = {}) => ({
  input: name,
  row: undefined,
  values: { name },
  ...more,
});
const lost = () => Promise.reject(new NetworkError('lost'));
const saves = (saved: Row) => () => Promise.resolve(saved);

beforeEach(() => {
  [answers, asked, sent, kept] = [[], [], [], []];
  stubLocalStorage();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const answer = answers.shift();
    return answer instanceof Error || !answer
      ? Promise.reject(answer ?? new TypeError('no answer'))
      : Promise.resolve(Response.json(answer));
  });
});

it.each([new NetworkError('lost'), new CancelledError('cancelled')])(
  'asks by the key of the write when no answer came: %o',
  async (error) => {
    result = () => Promise.reject(error);
    answers = [{ outcome: 'saved', answer: row('A') }];
    const submit = new IdempotentSubmit<string, Row>();
    expect(await submit.save(saver, attempt('A'))).toEqual({ outcome: 'saved', row: row('A') });
    expect(asked).toEqual([`/api/idempotency-keys/${sent[0]?.key}/settle`]);
    expect([kept, submit.sent]).toEqual([[row('A')], undefined]);
  },
);

it('a write that was not sent is sent with another key', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  result = lost;
  answers = [{ outcome: 'notSent' }];
  expect(await submit.save(saver, attempt('A'))).toEqual({ outcome: 'notSent' });
  result = saves(row('A'));
  expect((await submit.save(saver, attempt('A'))).outcome).toBe('saved');
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

it('while nothing is known, nothing is sent: first the server is asked', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  result = lost;
  expect(await submit.save(saver, attempt('A'))).toEqual({ outcome: 'unknown' });
  expect(await submit.save(saver, attempt('A'))).toEqual({ outcome: 'unknown' });
  expect(sent).toHaveLength(1);
  answers = [{ outcome: 'saved', answer: row('A') }];
  expect(await submit.save(saver, attempt('A'))).toEqual({ outcome: 'saved', row: row('A') });
  expect(sent).toHaveLength(1);
  expect(new Set(asked).size).toBe(1);
});

it('later input is saved over the earlier save', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  result = lost;
  await submit.save(saver, attempt('A'));
  answers = [{ outcome: 'saved', answer: row('A') }];
  result = saves(row('B', 2));
  const earlier = vi.fn();
  expect(await submit.save(saver, attempt('B', { onEarlierSaved: earlier }))).toEqual({
    outcome: 'saved',
    row: row('B', 2),
  });
  expect(sent[1]).toMatchObject({ name: 'B', row: row('A') });
  expect(earlier).toHaveBeenCalledWith(row('A'));
});

it('a failure of the server is asked about, a refusal is not', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  result = () => Promise.reject(new ApiError(403, { error: 'No right' }));
  await submit.save(saver, attempt('A'));
  expect(submit.sent).toBeUndefined();
  result = () => Promise.reject(new ApiError(500, { error: 'Broken' }));
  expect(await submit.save(saver, attempt('A'))).toMatchObject({
    outcome: 'refused',
    reason: 'Broken',
  });
  expect(submit.sent).toMatchObject({ key: sent[1]?.key });
});

it('offline nothing is noted as sent and nothing is asked', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  result = () => Promise.reject(new OfflineError('offline'));
  const submit = new IdempotentSubmit<string, Row>();
  const onSend = vi.fn();
  expect(await submit.save(saver, attempt('A', { onSend }))).toEqual({ outcome: 'offline' });
  expect([onSend.mock.calls, asked, submit.sent]).toEqual([[], [], undefined]);
});

it('is noted before it leaves, so that a crash in between is found out', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  result = saves(row('A'));
  const onSend = vi.fn(() => {
    expect([sent.length, submit.sent?.values]).toEqual([0, { name: 'A' }]);
    return Promise.resolve();
  });
  await submit.save(saver, attempt('A', { onSend }));
  expect(onSend).toHaveBeenCalledOnce();
});

it('an entry that is not meant is not sent', async () => {
  const submit = new IdempotentSubmit<string, Row>();
  expect(await submit.save(saver, attempt('A', { confirm: () => Promise.resolve(false) }))).toEqual(
    { outcome: 'dropped' },
  );
  expect([sent, submit.sent]).toEqual([[], undefined]);
});

it('a write that nobody continues is asked about too', async () => {
  answers = [{ outcome: 'saved', answer: row('picture') }];
  expect(await saveOnce(lost)).toEqual({ outcome: 'saved', row: row('picture') });
});

it('compares values in whatever order they stand', () => {
  expect(isSameData({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
  expect(isSameData({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
