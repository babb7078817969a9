import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { languages } from '#contract/language.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { STATE_KEY } from '#src/lib/browser/storage-keys.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type MenuStyle = 'vertical' | 'collapsible-vertical' | 'horizontal';
export type LayoutStyle = 'full' | 'boxed-layout';
export type Direction = 'ltr' | 'rtl';
export type PageAnimation = '' | 'animate-fade' | 'animate-slide-up' | 'animate-zoom';
export type NavbarStyle = 'navbar-sticky' | 'navbar-floating' | 'navbar-static';

export type ThemeState = {
  theme: ThemeChoice;
  isDarkMode: boolean;
  menu: MenuStyle;
  layout: LayoutStyle;
  rtlClass: Direction;
  animation: PageAnimation;
  navbar: NavbarStyle;
  locale: string;
  /** True if the sidebar differs from its default: open under 1024 px, hidden from there on. */
  sidebar: boolean;
  semidark: boolean;
  /** False if keys of one sign, such as `/`, do nothing outside of boxes. */
  singleKeys: boolean;
  pageTitle: string;
  languageList: { code: string; name: string }[];
};

/** Any other type shows as a grey "Alert", so a newer server may send one. */
export type AlertType = 'success' | 'error' | 'warning' | 'info' | (string & {});

export type AppState = {
  user: { isLoggedIn: boolean; role: string; userData: SignedInUser | null };
  /** Null while nobody is signed in, and while a superadmin has chosen all branches. */
  branch: { branchData: Branch | null };
  alert: { message: string; type: AlertType; show: boolean };
  loading: { isLoading: boolean };
  theme: ThemeState;
};

const languageNames = { en: 'English', lo: 'Lao' } as const;

export const initialState: AppState = {
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
    languageList: languages.map((code) => ({ code, name: languageNames[code] })),
  },
};

export const RESTORE_TIMEOUT_MS = 5000;

// Set once the saved state took too long; if it arrives later, it must not overwrite what the
// person has done meanwhile.
let startedWithout = false;

/** The whole client state, stored in local storage under `root`, except what is loading. */
export const useStore = create<AppState>()(
  persist(() => initialState, {
    name: STATE_KEY,
    storage: createJSONStorage(() => forgivingStorage),
    partialize: ({ user, branch, alert, theme }) => ({ user, branch, alert, theme }),
    merge: (saved, current) => {
      if (startedWithout) return current;
      const known = saved as Partial<AppState> | undefined;
      return { ...current, ...known, theme: { ...current.theme, ...known?.theme } };
    },
    skipHydration: true,
  }),
);

/**
 * Restores the saved state; after 5 s without an answer the app starts with the defaults instead.
 */
export async function restoreState(): Promise<void> {
  startedWithout = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      startedWithout = true;
      resolve();
    }, RESTORE_TIMEOUT_MS);
  });
  await Promise.race([useStore.persist.rehydrate(), timeout]);
  clearTimeout(timer);
}

/** Signs a person in on this device; stores the whole payload and takes the role from it. */
export function setUser(userData: SignedInUser): void {
  useStore.setState({ user: { isLoggedIn: true, role: userData.role, userData } });
}

export function setRole(role: string): void {
  useStore.setState(({ user }) => ({ user: { ...user, role } }));
}

export function clearUser(): void {
  useStore.setState({ user: initialState.user });
}

export function setBranch(branchData: Branch): void {
  useStore.setState({ branch: { branchData } });
}

export function clearBranch(): void {
  useStore.setState({ branch: initialState.branch });
}

/** Changes some of the appearance; `appearance.ts` has the rules of each choice. */
export function setTheme(change: Partial<ThemeState>): void {
  useStore.setState(({ theme }) => ({ theme: { ...theme, ...change } }));
}

export function showAlert(type: AlertType, message: string): void {
  useStore.setState({ alert: { message, type, show: true } });
}

export function closeAlertPopup(): void {
  useStore.setState({ alert: initialState.alert });
}

export function showLoading(): void {
  useStore.setState({ loading: { isLoading: true } });
}

export function hideLoading(): void {
  useStore.setState({ loading: { isLoading: false } });
}
