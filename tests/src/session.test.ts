import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginSession,
  endSession,
  followOtherTabs,
  isMoved,
  isSessionCurrent,
  onSessionEnd,
  sessionEpoch,
} from '#src/lib/session/session.ts';
import { setUser, showAlert, useStore } from '#src/lib/store.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy as person } from './people.ts';

let items: Record<string, string>;
const reload = vi.fn();
const page = Object.assign(new EventTarget(), { location: { reload } });
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  items = stubLocalStorage();
  reload.mockReset();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', shown);
  beginSession('mine', 'u1');
  setUser(person);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('the end of a session', () => {
  it('takes the token, the person and what was said to them', () => {
    showAlert('warning', 'Bounmy may not open this page');
    const before = sessionEpoch();
    endSession();
    expect(useStore.getState()).toMatchObject({
      user: { userData: null },
      alert: { message: '', show: false },
    });
    expect(JSON.stringify(items)).not.toContain('Bounmy');
    expect(items['token']).toBeUndefined();
    expect(sessionEpoch()).not.toBe(before);
  });

  it('clears every part, also after one that throws', () => {
    vi.useFakeTimers();
    const heard: string[] = [];
    let isBroken = true;
    onSessionEnd(() => {
      if (isBroken) throw new Error('The storage is gone');
    });
    onSessionEnd(() => heard.push('cleared'));
    endSession();
    isBroken = false;
    expect(heard).toEqual(['cleared']);
    expect(useStore.getState().user.userData).toBeNull();
    // The fault is still reported.
    expect(() => vi.runAllTimers()).toThrow('The storage is gone');
    vi.useRealTimers();
  });

  it('is over for every caller before any other tab is told', () => {
    expect(isSessionCurrent()).toBe(true);
    items['token'] = 'of somebody else';
    expect(isSessionCurrent()).toBe(false);
    delete items['token'];
    expect(isSessionCurrent()).toBe(false);
  });
});

describe('another tab', () => {
  const stored = (key: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const restored = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const woken = () => shown.dispatchEvent(new Event('visibilitychange'));
  const tellings: [string, () => unknown][] = [
    ['the storage event', () => stored('token')],
    ['storage that was cleared', () => stored(null)],
    ['the back button', () => restored(true)],
    ['waking up', woken],
  ];
  const ended = vi.fn();
  onSessionEnd(ended);
  beforeEach(() => {
    followOtherTabs();
    ended.mockReset();
  });

  it.each(tellings)('that signed out ends this one, told by %s', (_by, tell) => {
    delete items['token'];
    tell();
    expect(useStore.getState().user.isLoggedIn).toBe(false);
    expect(ended).toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it.each(tellings)(
    'with somebody else in it makes this one start anew, told by %s',
    (_by, tell) => {
      items['token'] = 'of somebody else';
      tell();
      expect(reload).toHaveBeenCalled();
      expect(items['token']).toBe('of somebody else');
    },
  );

  it.each(tellings)(
    'that went to another branch makes this one start anew, told by %s',
    (_by, tell) => {
      expect([isMoved(), isSessionCurrent()]).toEqual([false, true]);
      items['branch-change'] = 'once more';
      // Until then this page asks and stores nothing.
      expect([isMoved(), isSessionCurrent()]).toEqual([true, false]);
      tell();
      expect(reload).toHaveBeenCalled();
      expect(ended).not.toHaveBeenCalled();
    },
  );

  it('that went to another branch long ago does not keep anybody from signing in', () => {
    items['branch-change'] = 'long ago';
    endSession();
    expect(isMoved()).toBe(false);
    beginSession('mine again', 'u1');
    expect(isSessionCurrent()).toBe(true);
  });

  it('is not heard of while nothing has changed', () => {
    for (const tell of [
      () => stored('root'),
      ...tellings.map(([, told]) => told),
      () => restored(false),
    ])
      tell();
    expect([ended.mock.calls, reload.mock.calls]).toEqual([[], []]);
  });

  it('that signed in while nobody was, is followed too', () => {
    endSession();
    items['token'] = 'of somebody';
    woken();
    expect(reload).toHaveBeenCalled();
  });
});
