import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { Loading } from '#src/app/feedback/loading.tsx';
import { clearBranch, setBranch, useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { Menu, MenuChoices } from '#src/components/kit/menu.tsx';
import styles from './header.module.css';

/** The id of "All branches" in the menu. */
const ALL = 'all';

function Branches({
  current,
  onChoose,
}: {
  current: Branch | null;
  onChoose: (branch: Branch | null) => void;
}) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { data, isError } = useQuery(listQuery<Branch>(branchesList, { quiet: true }));
  if (isError && !data) return <p className={styles.failed}>{t('branch.failed')}</p>;
  if (!data) return <Loading />;
  const active = data.rows.filter((branch) => branch.active || branch._id === current?._id);
  return (
    <MenuChoices
      label={t('branch.choose')}
      value={current?._id ?? ALL}
      choices={[
        { value: ALL, children: t('branch.all') },
        ...active.map((branch) => ({
          value: branch._id,
          children: (
            <>
              <span>{branchNameIn(branch, language)}</span>
              <small>{branch.code}</small>
            </>
          ),
        })),
      ]}
      onChoose={(id) => onChoose(active.find((branch) => branch._id === id) ?? null)}
    />
  );
}

/**
 * Lets a superadmin choose the branch that every list, board and figure shows, or all of them;
 * everybody else works in their own.
 */
export function BranchPicker() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const role = useStore(({ user }) => user.role);
  const current = useStore(({ branch }) => branch.branchData);
  if (!seesAllBranches(role)) return null;
  const name = current ? branchNameIn(current, language) : t('branch.all');
  const trigger = (
    <>
      <Building2 size={18} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.branchName}>{name}</bdi>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Menu trigger={trigger} label={`${t('branch.choose')}: ${name}`} width={280}>
      {(close) => (
        <Branches
          current={current}
          onChoose={(branch) => {
            if (branch) setBranch(branch);
            else clearBranch();
            close();
          }}
        />
      )}
    </Menu>
  );
}
