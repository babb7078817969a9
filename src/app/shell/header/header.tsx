import { Menu, SunMoon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIsFirstScreenDrawn } from '#src/lib/browser/first-screen.ts';
import { toggleTheme } from '#src/lib/appearance.ts';
import { fetchWhenOnline } from '#src/lib/browser/fetch-when-online.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { BranchPicker } from './branch-picker.tsx';
import { BranchCode } from '#src/app/shell/branch-code.tsx';
import { flipSidebar, MENU_TOGGLE_ID } from '#src/app/shell/flip-sidebar.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import styles from './header.module.css';
import { LateTools } from './late-tools.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Ticker } from './ticker.tsx';

const PHONE = '(max-width: 599px)';

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
function Menus({ phone }: { phone: boolean }) {
  const { t } = useTranslation('common');
  const { isDarkMode } = useStore(({ theme }) => theme);
  return (
    <>
      <Waiting />
      <BranchPicker />
      <LateTools />
      <LanguageMenu />
      {/* A phone has no room for it; there it is in the profile menu. */}
      {!phone && (
        <IconButton
          icon={SunMoon}
          label={t('darkTheme')}
          aria-pressed={isDarkMode}
          onClick={toggleTheme}
        />
      )}
      <ProfileMenu />
    </>
  );
}

type Props = {
  /** Shows the button that brings the sidebar back. */
  withToggle: boolean;
  /** Shows the branch's code, because nothing else on the screen names the branch. */
  withCode: boolean;
};

/** The bar above every page. */
export function Header({ withToggle, withCode }: Props) {
  const { t } = useTranslation('shell');
  const phone = useMedia(PHONE);
  const isDrawn = useIsFirstScreenDrawn();
  const { navbar } = useStore(({ theme }) => theme);
  return (
    <>
      <header className={styles.header} data-navbar={navbar}>
        {withToggle && (
          <IconButton
            icon={Menu}
            id={MENU_TOGGLE_ID}
            label={t('menu.open')}
            onClick={flipSidebar}
          />
        )}
        {withCode && <BranchCode className={styles.code} />}
        {phone ? <span className={styles.gap} /> : <Ticker className={styles.gap} />}
        {isDrawn && <Menus phone={phone} />}
      </header>
      {phone && <Ticker className={styles.strip} />}
    </>
  );
}
