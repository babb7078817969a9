import { useTranslation } from 'react-i18next';
import { resetSidebar } from '#src/lib/appearance.ts';
import { useStore } from '#src/lib/store.ts';
import { useEver } from '#src/lib/browser/use-ever.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './sidebar.module.css';
import { SidebarContent } from './sidebar.tsx';

/**
 * The sidebar under 1024 px: a drawer over the page, closed by Escape, by its backdrop and by every
 * navigation.
 */
export function SidebarDrawer() {
  const { t } = useTranslation('shell');
  const { sidebar, semidark } = useStore(({ theme }) => theme);
  const dialog = useModal(sidebar);
  const isDrawn = useEver(sidebar);
  return (
    <dialog
      ref={dialog}
      className={`${styles.drawer} ${semidark ? 'dark' : ''}`}
      aria-label={t('menu.label')}
      onCancel={resetSidebar}
      onClick={(event) => {
        if (event.target === event.currentTarget) resetSidebar();
      }}
    >
      {isDrawn && (
        <div className={styles.sidebar}>
          <SidebarContent />
        </div>
      )}
    </dialog>
  );
}
