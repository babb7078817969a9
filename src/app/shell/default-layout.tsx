import '#src/theme/print.css';
import { memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { resetSidebar } from '#src/lib/appearance.ts';
import { later } from '#src/lib/browser/later.ts';
import { useStore, type PageAnimation } from '#src/lib/store.ts';
import { hasGoneOn } from '#src/lib/browser/acted-since.ts';
import { useMedia, WIDE } from '#src/lib/browser/use-media.ts';
import { BAR_WIDTH, PrimaryPlace } from '#src/components/page/bar-primary.tsx';
import { screenAt } from '#src/app/routing/access.ts';
import { BottomBar } from '#src/app/shell/bar/bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from '#src/app/shell/header/header.tsx';
import { HorizontalMenu } from '#src/app/shell/menu/horizontal-menu.tsx';
import styles from './default-layout.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { Sidebar } from '#src/app/shell/menu/sidebar.tsx';
import { SidebarDrawer } from '#src/app/shell/menu/sidebar-drawer.tsx';
import { URGENT_PLACE_ID } from '#src/app/shell/header/late-tools.tsx';
import { moveMenu } from './flip-sidebar.ts';
import { isWorkingScreen, ROOMY } from './working-screen.ts';

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
    if (main.current?.contains(document.activeElement) || hasGoneOn()) return;
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const ScrollToTop = later(
  async () => (await import('#src/app/feedback/scroll-to-top.tsx')).ScrollToTop,
);

/**
 * The menu over a working screen. It is open for one address, so that every navigation closes it,
 * and knows nothing of the menu that the person has chosen for the other pages.
 */
function useMenuOver() {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ at: string; group?: string }>();
  const isOpen = opened?.at === key;
  return {
    isOpen,
    group: isOpen ? opened.group : undefined,
    open: useCallback(() => setOpened({ at: key }), [key]),
    openGroup: useCallback((group: string) => moveMenu(() => setOpened({ at: key, group })), [key]),
    close: useCallback(() => setOpened(undefined), []),
  };
}

/** The frame around every page of a signed-in person: sidebar or menu bar, header, page, footer. */
export function DefaultLayout() {
  const { t } = useTranslation('shell');
  const location = useLocation();
  const { pathname } = location;
  const wide = useMedia(WIDE);
  const hasBottomBar = useMedia(BAR_WIDTH) && screenAt(pathname)?.hasOwnBar !== true;
  const [primaryPlace, setPrimaryPlace] = useState<HTMLElement | null>(null);
  const { menu, layout, animation, sidebar } = useStore(({ theme }) => theme);
  const main = useFocusOnNavigation(pathname);

  // Under 1024 px the drawer closes after a navigation. A sidebar that was hidden before the window
  // got that narrow must not come back as an open drawer.
  useEffect(() => {
    if (!wide) resetSidebar();
  }, [wide, pathname]);

  const over = useMenuOver();
  const isWorking = isWorkingScreen(location, useMedia(ROOMY));
  const isFrame = wide && isWorking;
  const hasMenuBar = wide && menu === 'horizontal' && !isWorking;
  const beside = wide && !hasMenuBar;
  const isRail = isFrame || (beside && menu === 'collapsible-vertical' && !sidebar);
  const isHidden = beside && !isFrame && menu === 'vertical' && sidebar;
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
        {beside && (
          <MemoSidebar
            rail={isRail}
            hidden={isHidden}
            onGroup={isFrame ? over.openGroup : undefined}
          />
        )}
        {(isFrame || !wide) && (
          <SidebarDrawer
            isOpen={isFrame ? over.isOpen : sidebar}
            onClose={isFrame ? over.close : resetSidebar}
            group={over.group}
            withFooter={isWorking}
          />
        )}
        <div className={styles.column}>
          <MemoHeader
            withToggle={!wide || isRail || isHidden}
            withCode={!beside || isHidden}
            onMenu={isFrame ? over.open : undefined}
          />
          <div id={URGENT_PLACE_ID} role="status" />
          {hasMenuBar && <HorizontalMenu />}
          <main ref={main} id="page" tabIndex={-1} className={styles.page} data-layout={layout}>
            <div key={pathname} className={`${styles.content} ${animations[animation] ?? ''}`}>
              <PrimaryPlace value={hasBottomBar ? primaryPlace : null}>
                <Outlet />
              </PrimaryPlace>
            </div>
          </main>
          {!isWorking && <Footer withVersion={wide && !beside} />}
          {hasBottomBar && <BottomBar place={setPrimaryPlace} />}
        </div>
      </div>
      <Suspense fallback={null}>
        <ScrollToTop />
      </Suspense>
      <LeaveGuard />
      <ScrollRestoration />
    </>
  );
}
