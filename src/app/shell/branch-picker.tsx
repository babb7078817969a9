import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Branch, branches as resource } from '#contract/branches.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { Loading } from '#src/app/feedback/loading.tsx';
import { message } from '#src/lib/messages.ts';
import { setBranch, useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { listQuery } from '#src/offline/cached-list.ts';
import { branchNameIn } from './branch-name.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { Dropdown } from './dropdown.tsx';
import styles from './header.module.css';

/** As much of the resource as showing it takes: the whole of it would bring its schemas to every page. */
const branches = { name: 'branches', path: '/branches', cache: 'instant' } satisfies Pick<
  typeof resource,
  'name' | 'path' | 'cache'
>;

function Branches({ current, onChoose }: { current: Branch | null; onChoose: (branch: Branch) => void }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { data, isError } = useQuery(listQuery<Branch>(branches, { quiet: true }));
  if (isError && !data) return <p className={styles.failed}>{message('branchesFetch', language)}</p>;
  if (!data) return <Loading />;
  const active = data.rows.filter((branch) => branch.active || branch._id === current?._id);
  return (
    <ChoiceMenu
      label={t('branch.choose')}
      value={current?._id}
      choices={active.map((branch) => ({
        value: branch._id,
        children: (
          <>
            <span>{branchNameIn(branch, language)}</span>
            <small>{branch.code}</small>
          </>
        ),
      }))}
      onChoose={(id) => {
        const chosen = active.find((branch) => branch._id === id);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

/** Where a superadmin picks the branch they work in; everybody else works in their own. */
export function BranchPicker() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const role = useStore(({ user }) => user.role);
  const current = useStore(({ branch }) => branch.branchData);
  if (!seesAllBranches(role)) return null;
  const name = current ? branchNameIn(current, language) : t('branch.choose');
  const trigger = (
    <>
      <Building2 size={18} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.branchName}>{name}</bdi>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Dropdown trigger={trigger} label={`${t('branch.choose')}: ${name}`} width={280}>
      {(close) => (
        <Branches
          current={current}
          onChoose={(branch) => {
            setBranch(branch);
            close();
          }}
        />
      )}
    </Dropdown>
  );
}
