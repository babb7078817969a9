import { Menu, SunMoon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { seesAllBranches } from '#contract/roles.ts';
import { useIsFirstScreenDrawn } from '#src/lib/browser/first-screen.ts';
import { toggleTheme } from '#src/lib/appearance.ts';
import { fetchWhenOnline } from '#src/lib/browser/fetch-when-online.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { DESK_PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { BranchPicker } from './branch-picker.tsx';
import { BranchCode } from '#src/app/shell/branch-code.tsx';
import { flipSidebar, MENU_TOGGLE_ID, moveMenu } from '#src/app/shell/flip-sidebar.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import styles from './header.module.css';
import { LateTools } from './late-tools.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Ticker } from '#src/entities/rate/ticker.tsx';
import { isDesk } from '#src/app/shell/working-screen.ts';

const PHONE = '(max-width: 599px)';

/** Under this width the rates have a line of their own; beside the menu of branches, earlier. */
const NARROW = { everybody: '(max-width: 767px)', choosing: '(max-width: 1023px)' };

const QueueButton = lazy(async () => {
  const [{ QueueButton: Button }] = await fetchWhenOnline(() =>
    Promise.all([import('./queue-button.tsx'), loadWords('queue')]),
  );
  return { default: Button };
});

/** The queue of waiting work, on the home page of roles without an overview. */
function Waiting() {
  const home = useStore(({ user }) => homePath(user.role));
  const { pathname } = useLocation();
  if (home === paths.overview || pathname !== home) return null;
  return (
    <Suspense fallback={null}>
      <QueueButton />
    </Suspense>
  );
}

/** The menus of every page. */
function Menus({ phone, withLanguage }: { phone: boolean; withLanguage: boolean }) {
  const isPhoneWide = useMedia(DESK_PHONE);
  const { t } = useTranslation('common');
  const { isDarkMode } = useStore(({ theme }) => theme);
  return (
    <>
      <Waiting />
      <BranchPicker />
      <LateTools />
      {withLanguage && <LanguageMenu />}
      {/* A phone has no room for it; there it is in the profile menu. */}
      {!phone && (
        <IconButton
          icon={SunMoon}
          label={t('darkTheme')}
          aria-pressed={isDarkMode}
          onClick={toggleTheme}
        />
      )}
      <ProfileMenu withLanguage={!withLanguage} withHelp={isPhoneWide} />
    </>
  );
}

type Props = {
  /** Shows the button that brings the sidebar back. */
  withToggle: boolean;
  /** Shows the branch's code, because nothing else on the screen names the branch. */
  withCode: boolean;
  /** Opens the menu over the page; without it the button moves the sidebar. */
  onMenu: (() => void) | undefined;
};

/** The bar above every page. */
export function Header({ withToggle, withCode, onMenu }: Props) {
  const { t } = useTranslation('shell');
  const phone = useMedia(PHONE);
  const isDrawn = useIsFirstScreenDrawn();
  const { navbar } = useStore(({ theme }) => theme);
  const isChoosing = useStore(({ user }) => seesAllBranches(user.role));
  const hasStrip = useMedia(isChoosing ? NARROW.choosing : NARROW.everybody);
  const isPhoneWide = useMedia(DESK_PHONE);
  const isDeskPhone = isDesk(useLocation()) && isPhoneWide;
  return (
    <>
      <header className={styles.header} data-navbar={navbar}>
        {withToggle && (
          <IconButton
            icon={Menu}
            id={MENU_TOGGLE_ID}
            label={t('menu.open')}
            onClick={onMenu ? () => moveMenu(onMenu) : flipSidebar}
          />
        )}
        {withCode && <BranchCode className={styles.code} />}
        {hasStrip ? <span className={styles.gap} /> : <Ticker className={styles.gap} />}
        {isDrawn && <Menus phone={phone} withLanguage={!isDeskPhone} />}
      </header>
      {/* On the desk of a phone it is a line of the desk, which scrolls with it. */}
      {hasStrip && !isDeskPhone && <Ticker className={styles.strip} />}
    </>
  );
}
