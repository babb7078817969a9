import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCK_MINUTES } from '#contract/centre/lock.ts';
import { isAtWork, lockAfterOf, lockChoices, msUntilLock } from '#src/lib/session/lock-clock.ts';
import {
  chooseLockAfter,
  followLock,
  isLocked,
  lockScreens,
  msLeft,
  noteInput,
  startLock,
  unlockScreens,
  useLock,
  whenUnlocked,
} from '#src/lib/session/lock.ts';
import { beginSession, endSession } from '#src/lib/session/session.ts';
import { stubLocalStorage } from './memory-storage.ts';

const MINUTE = 60_000;

describe('the clock', () => {
  const now = Date.UTC(2026, 10, 21, 3, 0);

  it('locks after the chosen time without input, to the millisecond', () => {
    expect(msUntilLock(10, now, now)).toBe(10 * MINUTE);
    expect(msUntilLock(10, now - 10 * MINUTE + 1, now)).toBe(1);
    expect(msUntilLock(10, now - 10 * MINUTE, now)).toBe(0);
    expect(msUntilLock(2, now - 60 * MINUTE, now)).toBe(0);
  });

  it('is never set to more than the time after which the server locks', () => {
    expect(Math.max(...lockChoices)).toBeLessThanOrEqual(LOCK_MINUTES);
    for (const kept of ['30', 'never']) expect(lockAfterOf(kept)).toBe(10);
  });

  it('takes the person as at work for a minute after the last input', () => {
    expect(isAtWork(now - MINUTE + 1, now)).toBe(true);
    expect(isAtWork(now - MINUTE, now)).toBe(false);
  });

  it('locks when the device clock was set back, but not over a second or two', () => {
    expect(msUntilLock(10, now + 60 * MINUTE, now)).toBe(0);
    expect(msUntilLock(10, now + 2000, now)).toBeGreaterThan(0);
  });

  it('takes ten minutes for a time that is not offered', () => {
    expect(lockChoices.map((choice) => lockAfterOf(String(choice)))).toEqual([...lockChoices]);
    for (const kept of [null, '', '3', '-1', 'NaN', 'ten']) expect(lockAfterOf(kept)).toBe(10);
  });
});

describe('the screens of a device', () => {
  let items: Record<string, string>;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 3, 0) });
    items = stubLocalStorage();
    vi.stubGlobal('HTMLElement', class {});
    const attributes = new Set<string>();
    vi.stubGlobal('document', {
      activeElement: null,
      documentElement: {
        toggleAttribute: (name: string, on: boolean) =>
          on ? attributes.add(name) : attributes.delete(name),
        hasAttribute: (name: string) => attributes.has(name),
      },
    });
    useLock.setState({ state: 'open', after: 10 });
    startLock();
    beginSession('a token', 'u1');
  });
  afterEach(() => {
    endSession();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const isHidden = () => document.documentElement.hasAttribute('data-locked');
  const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);

  it('lock when nobody has touched any of them, and hide the page at once', () => {
    noteInput();
    pass(9);
    followLock();
    expect(isLocked()).toBe(false);
    pass(1);
    followLock();
    expect([isLocked(), isHidden(), 'locked' in items]).toEqual([true, true, true]);
  });

  it('count from the sign-in when nothing was touched since', () => {
    expect(msLeft()).toBe(10 * MINUTE);
    pass(4);
    expect(msLeft()).toBe(6 * MINUTE);
  });

  it('start locked after a reload, with nothing drawn', () => {
    lockScreens();
    useLock.setState({ state: 'open' });
    startLock();
    expect(useLock.getState().state).toBe('held');
    unlockScreens();
    noteInput();
    pass(600);
    startLock();
    expect(useLock.getState().state).toBe('held');
  });

  it('open with the tab that was unlocked, and with the end of the session', () => {
    lockScreens();
    // As another tab does it.
    items['last-input'] = String(Date.now());
    delete items['locked'];
    followLock();
    expect([isLocked(), isHidden()]).toEqual([false, false]);
    lockScreens();
    endSession();
    expect([isLocked(), items['locked'], items['last-input']]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });

  it('do not lock while nobody is signed in', () => {
    endSession();
    lockScreens();
    pass(600);
    followLock();
    expect(isLocked()).toBe(false);
  });

  it('stay locked here when the lock cannot be kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items[key] ?? null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    lockScreens();
    followLock();
    expect(isLocked()).toBe(true);
    unlockScreens();
    expect(isLocked()).toBe(false);
  });

  it('keep the choice of the device over a sign-out', () => {
    chooseLockAfter(2);
    endSession();
    expect(items['lock-after']).toBe('2');
    beginSession('another token', 'u1');
    followLock();
    expect(msLeft()).toBe(2 * MINUTE);
  });

  it('let nothing come up in front of the lock', () => {
    const shown: string[] = [];
    whenUnlocked(() => shown.push('before'));
    lockScreens();
    whenUnlocked(() => shown.push('waiting'));
    const stop = whenUnlocked(() => shown.push('gone again'));
    stop();
    expect(shown).toEqual(['before']);
    unlockScreens();
    expect(shown).toEqual(['before', 'waiting']);
  });
});
