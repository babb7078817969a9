import i18next from 'i18next';
import { languageOf, type Language } from '#contract/language.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { DARK_EDGE, LIGHT_EDGE, manifestPaths } from '#src/lib/browser/page-head.ts';
import { LANGUAGE_KEY } from '#src/lib/browser/storage-keys.ts';
import {
  setTheme,
  useStore,
  type Direction,
  type LayoutStyle,
  type MenuStyle,
  type NavbarStyle,
  type PageAnimation,
  type ThemeChoice,
  type ThemeState,
} from './store.ts';

/**
 * The only language code that is written from right to left. The language menu does not offer it;
 * the contract defines the rule.
 */
const RIGHT_TO_LEFT_CODE = 'ae';

const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)');

function isDark(theme: ThemeChoice): boolean {
  return theme === 'dark' || (theme === 'system' && darkDevice().matches);
}

/** Chooses light, dark, or the device's current preference. */
export function chooseTheme(theme: ThemeChoice): void {
  setTheme({ theme, isDarkMode: isDark(theme) });
}

/** Switches between light and dark. */
export function toggleTheme(): void {
  chooseTheme(useStore.getState().theme.isDarkMode ? 'light' : 'dark');
}

/** Chooses a menu style and resets the sidebar to that style's default. */
export function chooseMenu(menu: MenuStyle): void {
  setTheme({ menu, sidebar: false });
}

export function toggleSidebar(): void {
  setTheme({ sidebar: !useStore.getState().theme.sidebar });
}

/**
 * Resets the sidebar to the default of the window's width: hidden under 1024 px, shown from there
 * on.
 */
export function resetSidebar(): void {
  if (useStore.getState().theme.sidebar) setTheme({ sidebar: false });
}

export function chooseLayout(layout: LayoutStyle): void {
  setTheme({ layout });
}

export function chooseDirection(rtlClass: Direction): void {
  setTheme({ rtlClass });
}

export function chooseAnimation(animation: PageAnimation): void {
  setTheme({ animation });
}

export function chooseNavbar(navbar: NavbarStyle): void {
  setTheme({ navbar });
}

export function chooseSemidark(semidark: boolean): void {
  setTheme({ semidark });
}

/**
 * Switches the interface language and the writing direction, and stores the choice for the next
 * visit.
 */
export async function chooseLocale(code: string): Promise<void> {
  setTheme({ locale: code, rtlClass: code === RIGHT_TO_LEFT_CODE ? 'rtl' : 'ltr' });
  forgivingStorage.setItem(LANGUAGE_KEY, code);
  await i18next.changeLanguage(languageOf(code));
}

function paint({ isDarkMode, rtlClass }: ThemeState): void {
  document.documentElement.classList.toggle('dark', isDarkMode);
  document.body.classList.toggle('dark', isDarkMode);
  document.documentElement.dir = rtlClass;
  document
    .querySelector('[name=theme-color]')
    ?.setAttribute('content', isDarkMode ? DARK_EDGE : LIGHT_EDGE);
}

/** Sets the language of the document, and the manifest that names the installed app. */
function speak(language: Language): void {
  document.documentElement.lang = language;
  document.querySelector('[rel=manifest]')?.setAttribute('href', manifestPaths[language]);
}

/**
 * Applies the restored choices to the document, and follows later changes of them and of the
 * device.
 */
export function startAppearance(): void {
  useStore.subscribe(({ theme }, before) => {
    if (theme !== before.theme) paint(theme);
  });
  speak(currentLanguage());
  i18next.on('languageChanged', (code) => speak(languageOf(code)));
  darkDevice().addEventListener('change', () => {
    if (useStore.getState().theme.theme === 'system') chooseTheme('system');
  });
  const { theme } = useStore.getState().theme;
  setTheme({ locale: currentLanguage(), isDarkMode: isDark(theme) });
}
