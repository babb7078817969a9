import '#src/theme/print.css';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { resetSidebar } from '#src/lib/appearance.ts';
import { useStore, type PageAnimation } from '#src/lib/store.ts';
import { useMedia, WIDE } from '#src/lib/browser/use-media.ts';
import { Footer } from './footer.tsx';
import { Header } from '#src/app/shell/header/header.tsx';
import { HorizontalMenu } from '#src/app/shell/menu/horizontal-menu.tsx';
import styles from './default-layout.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { Sidebar } from '#src/app/shell/menu/sidebar.tsx';
import { SidebarDrawer } from '#src/app/shell/menu/sidebar-drawer.tsx';
import { URGENT_PLACE_ID } from '#src/app/shell/header/late-tools.tsx';

const animations: Record<PageAnimation, string | undefined> = {
  '': undefined,
  'animate-fade': styles.fade,
  'animate-slide-up': styles.slideUp,
  'animate-zoom': styles.zoom,
};

// Memoised, so that they are not drawn again for every search that changes the address.
const MemoSidebar = memo(Sidebar);
const MemoHeader = memo(Header);

/**
 * Focuses the new page after a navigation, unless the page has already focused something itself.
 */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (main.current?.contains(document.activeElement)) return;
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** The frame around every page of a signed-in person: sidebar or menu bar, header, page, footer. */
export function DefaultLayout() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const wide = useMedia(WIDE);
  const { menu, layout, animation, sidebar } = useStore(({ theme }) => theme);
  const main = useFocusOnNavigation(pathname);

  // Under 1024 px the drawer closes after a navigation. A sidebar that was hidden before the window
  // got that narrow must not come back as an open drawer.
  useEffect(() => {
    if (!wide) resetSidebar();
  }, [wide, pathname]);

  const beside = wide && menu !== 'horizontal';
  const isRail = beside && menu === 'collapsible-vertical' && !sidebar;
  const isHidden = beside && menu === 'vertical' && sidebar;
  return (
    <>
      <a
        className={styles.skip}
        href="#page"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <div className={styles.shell} data-rail={isRail} data-hidden={isHidden} data-beside={beside}>
        {beside ? <MemoSidebar rail={isRail} hidden={isHidden} /> : !wide && <SidebarDrawer />}
        <div className={styles.column}>
          <MemoHeader withToggle={!wide || isRail || isHidden} withCode={!beside || isHidden} />
          <div id={URGENT_PLACE_ID} role="status" />
          {wide && menu === 'horizontal' && <HorizontalMenu />}
          <main ref={main} id="page" tabIndex={-1} className={styles.page} data-layout={layout}>
            <div key={pathname} className={`${styles.content} ${animations[animation] ?? ''}`}>
              <Outlet />
            </div>
          </main>
          <Footer withVersion={wide && !beside} />
        </div>
      </div>
      <LeaveGuard />
      <ScrollRestoration />
    </>
  );
}
