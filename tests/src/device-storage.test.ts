import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  hasDeviceStorage,
  noteRoom,
  onDevice,
  useStorageState,
} from '#src/offline/device-storage.ts';

const state = () => useStorageState.getState().state;
const count = () => onDevice((db) => db.rows.count());
const fail = (name: string) => onDevice(() => Promise.reject(new DOMException('no', name)));

beforeEach(() => {
  useStorageState.setState({ state: 'unknown' });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('works, and says so', async () => {
  expect(await count()).toBe(0);
  expect(state()).toBe('ok');
  expect(await hasDeviceStorage()).toBe(true);
});

it('stays full though it can be read, until something was deleted', async () => {
  await fail('QuotaExceededError');
  expect(await count()).toBe(0);
  expect(state()).toBe('full');
  noteRoom();
  expect(state()).toBe('ok');
});

it('comes back after a failure, as when iOS has ended the database of a page in the background', async () => {
  expect(await fail('UnknownError')).toBeUndefined();
  expect(state()).toBe('unavailable');
  expect(await count()).toBe(0);
  expect(state()).toBe('ok');
});

it('is nothing where the browser has none', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await hasDeviceStorage()).toBe(false);
});
