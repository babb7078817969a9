import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import type { SignedInUser } from '#contract/auth.ts';
import type { Branch } from '#contract/branches.ts';
import { languages } from '#contract/language.ts';

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
  /** Whether the sidebar was flipped from its default: open under 1024 px, hidden from there on. */
  sidebar: boolean;
  semidark: boolean;
  pageTitle: string;
  languageList: { code: string; name: string }[];
};

/** Any other type shows as a grey "Alert", so a newer server may send one. */
export type AlertType = 'success' | 'error' | 'warning' | 'info' | (string & {});

export type AppState = {
  user: { isLoggedIn: boolean; role: string; userData: SignedInUser | null };
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
    pageTitle: '',
    languageList: languages.map((code) => ({ code, name: languageNames[code] })),
  },
};

const STORAGE_KEY = 'root';
export const RESTORE_TIMEOUT_MS = 5000;

/** Storage that answers `null` and swallows writes where the browser refuses it (private windows, quota). */
const forgivingStorage: StateStorage = {
  getItem: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Choices then last as long as the page, which is all such a browser allows.
    }
  },
  removeItem: (key) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // See setItem.
    }
  },
};

/** The whole client state. It lives in local storage under `root`, except what is loading right now. */
export const useStore = create<AppState>()(
  persist(() => initialState, {
    name: STORAGE_KEY,
    storage: createJSONStorage(() => forgivingStorage),
    partialize: ({ user, branch, alert, theme }) => ({ user, branch, alert, theme }),
    merge: (saved, current) => ({
      ...current,
      ...(saved as Partial<AppState>),
      theme: { ...current.theme, ...(saved as Partial<AppState> | undefined)?.theme },
    }),
    skipHydration: true,
  }),
);

/** Restores the saved state; after 5 s without an answer the app starts with the defaults instead. */
export async function restoreState(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS));
  await Promise.race([useStore.persist.rehydrate(), timeout]);
}

/** Logs a person in on this device; the whole payload is kept and the role taken from it. */
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

export function showAlert(type: AlertType, message: string): void {
  useStore.setState({ alert: { message, type, show: true } });
}

export function closeAlert(): void {
  useStore.setState({ alert: initialState.alert });
}

export function showLoading(): void {
  useStore.setState({ loading: { isLoading: true } });
}

export function hideLoading(): void {
  useStore.setState({ loading: { isLoading: false } });
}
