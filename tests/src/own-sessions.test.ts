import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { knowSignIns, untoldSignIns } from '#src/lib/session/own-sessions.ts';
import { stubLocalStorage } from './memory-storage.ts';

// docs/security.md, "Devices".

beforeEach(() => {
  stubLocalStorage();
});
afterEach(() => vi.unstubAllGlobals());

const session = (_id: string, day: number, fields: Partial<OwnSession> = {}): OwnSession => ({
  _id,
  deviceKind: 'tablet',
  deviceName: '',
  address: '',
  createdAt: `2026-11-0${day}T02:00:00.000Z`,
  lastUsedAt: '2026-11-09T02:00:00.000Z',
  isThis: false,
  isSignedIn: true,
  isNew: true,
  rememberedUntil: null,
  ...fields,
});
const told = (...sessions: OwnSession[]) => untoldSignIns(sessions).map(({ _id }) => _id);

it('tells of the newest sign-in first, and of the next one once that is known', () => {
  const news = [session('old', 1), session('new', 3), session('known here', 2, { isNew: false })];
  expect(told(...news)).toEqual(['new', 'old']);
  knowSignIns(['new']);
  expect(told(...news)).toEqual(['old']);
});

it('does not tell a device of itself, nor later of its own session that has ended', () => {
  expect(told(session('first', 1, { isThis: true }))).toEqual([]);
  knowSignIns(['first']);
  expect(
    told(session('first', 1, { isSignedIn: false }), session('next', 2, { isNew: false })),
  ).toEqual([]);
});

it('forgets the sign-ins that have been known for longest', () => {
  for (let n = 0; n < 201; n += 1) knowSignIns([`${n}`]);
  expect(told(session('0', 1), session('1', 1), session('200', 1))).toEqual(['0']);
});
