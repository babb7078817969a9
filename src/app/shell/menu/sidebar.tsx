import { PanelLeftClose } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { seesAllBranches } from '#contract/roles.ts';
import { BranchCode } from '#src/app/shell/branch-code.tsx';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { BrandMark } from '#src/theme/brand-mark.tsx';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { flipSidebar, MENU_CLOSE_ID, moveMenu } from '#src/app/shell/flip-sidebar.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import styles from './sidebar.module.css';
import { SidebarMenu } from './sidebar-menu.tsx';
import { versionLabel } from '#src/lib/text/footer-words.ts';

function BranchCard() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { user, branch } = useStore();
  const { branchData } = branch;
  if (!branchData && !seesAllBranches(user.role)) return null;
  return (
    <div className={styles.branch}>
      <BranchCode className={styles.code} />
      <div className={styles.folds}>
        <b>{branchData ? branchNameIn(branchData, language) : t('branch.all')}</b>
        <small>{t('branch.selected')}</small>
      </div>
    </div>
  );
}

type SidebarContentProps = {
  rail?: boolean;
  open?: boolean;
  /** The group that is unfolded at first; without it that of the page. */
  group?: string | undefined;
  onClose?: () => void;
  /** Opens the whole menu at one group, where the rail does not widen. */
  onGroup?: ((group: string) => void) | undefined;
};

/** The content of the sidebar, beside the page or in the drawer; a `rail` shows icons only. */
export function SidebarContent({
  rail = false,
  open = true,
  group,
  onClose,
  onGroup,
}: SidebarContentProps) {
  const { t } = useTranslation(['shell', 'common']);
  const language = useLanguage();
  const { role } = useStore(({ user }) => user);
  const branch = useStore((state) => state.branch.branchData);
  return (
    <>
      <div className={styles.brand}>
        <Link className={styles.home} to={homePath(role)} aria-label={t('brandHome')}>
          <BrandMark />
          <span className={styles.folds}>{t('common:appName')}</span>
        </Link>
        {!rail && open && (
          <IconButton
            icon={PanelLeftClose}
            isFlipped
            id={MENU_CLOSE_ID}
            label={t('menu.close')}
            onClick={onClose ? () => moveMenu(onClose) : flipSidebar}
          />
        )}
      </div>
      <BranchCard />
      <SidebarMenu rail={rail} first={group} onGroup={onGroup} />
      <p className={styles.version}>
        <span>{versionLabel}</span>
        {branch && <span className={styles.folds}>{branchNameIn(branch, language)}</span>}
      </p>
    </>
  );
}

type SidebarProps = Pick<SidebarContentProps, 'onGroup'> & { rail: boolean; hidden: boolean };

/** The sidebar beside the page, from 1024 px on. */
export function Sidebar({ rail, hidden, onGroup }: SidebarProps) {
  const { t } = useTranslation('shell');
  const { semidark } = useStore(({ theme }) => theme);
  return (
    <aside
      className={`${styles.sidebar} ${semidark ? 'dark' : ''}`}
      data-rail={rail}
      aria-label={t('menu.label')}
      inert={hidden}
    >
      <SidebarContent rail={rail} open={!hidden} onGroup={onGroup} />
    </aside>
  );
}
