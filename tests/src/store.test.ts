import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJSONStorage } from 'zustand/middleware';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import {
  clearBranch,
  clearUser,
  closeAlertPopup,
  hideLoading,
  initialState,
  restoreState,
  setRole,
  setTheme,
  setUser,
  showAlert,
  showLoading,
  useStore,
  type AppState,
} from '#src/lib/store.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy as person } from './people.ts';

type Kept = Omit<AppState, 'loading'>;
let items: Record<string, string>;
const kept = () => (JSON.parse(items['root'] ?? '{}') as { state: Kept }).state;

beforeEach(() => {
  items = stubLocalStorage();
  useStore.persist.setOptions({ storage: createJSONStorage<unknown>(() => forgivingStorage) });
  useStore.setState(initialState, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// docs/interface.md, "What the browser keeps".
it('starts with nobody signed in and the documented settings', () => {
  expect(initialState).toEqual({
    user: { isLoggedIn: false, role: '', userData: null },
    branch: { branchData: null },
    alert: { message: '', type: 'info', show: false },
    loading: { isLoading: false },
    theme: {
      theme: 'light',
      isDarkMode: false,
      menu: 'vertical',
      layout: 'full',
      rtlClass: 'ltr',
      animation: '',
      navbar: 'navbar-sticky',
      locale: 'en',
      sidebar: false,
      semidark: false,
      singleKeys: true,
      pageTitle: '',
      languageList: [
        { code: 'en', name: 'English' },
        { code: 'lo', name: 'Lao' },
      ],
    },
  });
});

describe('transitions', () => {
  it('setting the user logs in and takes the role from the payload; clearing it resets all', () => {
    setUser(person);
    expect(useStore.getState().user).toEqual({ isLoggedIn: true, role: 'staff', userData: person });
    setRole('finance');
    expect(useStore.getState().user).toEqual({
      isLoggedIn: true,
      role: 'finance',
      userData: person,
    });
    clearUser();
    clearBranch();
    expect(useStore.getState().user).toEqual(initialState.user);
    expect(useStore.getState().branch).toEqual({ branchData: null });
  });

  it('closing the alert clears it', () => {
    showAlert('warning', 'Please fill in both fields.');
    expect(useStore.getState().alert).toEqual({
      type: 'warning',
      message: 'Please fill in both fields.',
      show: true,
    });
    closeAlertPopup();
    expect(useStore.getState().alert).toEqual(initialState.alert);
  });

  it('loading is shown and hidden', () => {
    showLoading();
    expect(useStore.getState().loading.isLoading).toBe(true);
    hideLoading();
    expect(useStore.getState().loading.isLoading).toBe(false);
  });
});

describe('persistence', () => {
  it('keeps everything under "root" except what is loading', () => {
    setUser(person);
    showLoading();
    showAlert('info', 'Hello');
    expect(Object.keys(items)).toEqual(['root']);
    expect(Object.keys(kept()).sort()).toEqual(['alert', 'branch', 'theme', 'user']);
    expect(kept().user.userData).toEqual(person);
  });

  it('restores every choice, and has a default for those an older version did not know', async () => {
    const theme = {
      theme: 'dark',
      menu: 'horizontal',
      navbar: 'navbar-floating',
      semidark: true,
      rtlClass: 'rtl',
    };
    items['root'] = JSON.stringify({ state: { theme }, version: 0 });
    await restoreState();
    expect(useStore.getState().theme).toEqual({ ...initialState.theme, ...theme });
  });

  it('starts with the defaults when the stored state is broken', async () => {
    items['root'] = '{"state":';
    await restoreState();
    expect(useStore.getState()).toEqual(initialState);
  });

  it('works where the browser refuses its storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    await restoreState();
    setTheme({ theme: 'dark' });
    expect(useStore.getState().theme.theme).toBe('dark');
  });

  it('waits 5000 ms for a storage that does not answer, and lets a late answer change nothing', async () => {
    vi.useFakeTimers();
    let answer = (_state: string | null) => {};
    const silent = {
      ...forgivingStorage,
      getItem: () => new Promise<string | null>((resolve) => (answer = resolve)),
    };
    useStore.persist.setOptions({ storage: createJSONStorage<unknown>(() => silent) });
    let restored = false;
    const restoring = restoreState().then(() => (restored = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(restored).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await restoring;
    setTheme({ theme: 'dark' });
    answer(JSON.stringify({ state: { theme: { theme: 'system' } }, version: 0 }));
    await vi.advanceTimersByTimeAsync(1);
    expect(useStore.getState().theme.theme).toBe('dark');
  });
});
