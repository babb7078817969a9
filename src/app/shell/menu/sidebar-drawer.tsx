import { useTranslation } from 'react-i18next';
import { useStore } from '#src/lib/store.ts';
import { useEver } from '#src/lib/browser/use-ever.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { Footer } from '#src/app/shell/footer.tsx';
import styles from './sidebar.module.css';
import { SidebarContent } from './sidebar.tsx';

type SidebarDrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The group that is unfolded; without it that of the page. */
  group?: string | undefined;
  /** True where the page has no last line, which then stands below the menu. */
  withFooter: boolean;
};

/**
 * The whole menu over the page, under 1024 px and on working screens; closed by Escape, by its
 * backdrop and by every navigation.
 */
export function SidebarDrawer({ isOpen, onClose, group, withFooter }: SidebarDrawerProps) {
  const { t } = useTranslation('shell');
  const { semidark } = useStore(({ theme }) => theme);
  const dialog = useModal(isOpen);
  const isDrawn = useEver(isOpen);
  return (
    <dialog
      ref={dialog}
      className={`${styles.drawer} ${semidark ? 'dark' : ''}`}
      aria-label={t('menu.label')}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {isDrawn && (
        <div className={styles.sidebar}>
          <SidebarContent key={group} group={group} onClose={onClose} />
          {withFooter && <Footer />}
        </div>
      )}
    </dialog>
  );
}
