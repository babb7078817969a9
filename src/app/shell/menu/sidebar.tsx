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
import { flipSidebar, MENU_CLOSE_ID } from '#src/app/shell/flip-sidebar.ts';
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

/** The content of the sidebar, beside the page or in the drawer; a `rail` shows icons only. */
export function SidebarContent({ rail = false, open = true }: { rail?: boolean; open?: boolean }) {
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
            onClick={flipSidebar}
          />
        )}
      </div>
      <BranchCard />
      <SidebarMenu rail={rail} />
      <p className={styles.version}>
        <span>{versionLabel}</span>
        {branch && <span className={styles.folds}>{branchNameIn(branch, language)}</span>}
      </p>
    </>
  );
}

/** The sidebar beside the page, from 1024 px on. */
export function Sidebar({ rail, hidden }: { rail: boolean; hidden: boolean }) {
  const { t } = useTranslation('shell');
  const { semidark } = useStore(({ theme }) => theme);
  return (
    <aside
      className={`${styles.sidebar} ${semidark ? 'dark' : ''}`}
      data-rail={rail}
      aria-label={t('menu.label')}
      inert={hidden}
    >
      <SidebarContent rail={rail} open={!hidden} />
    </aside>
  );
}
