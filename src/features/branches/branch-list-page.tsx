import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { provinceName } from '#src/lib/text/province-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The name in the interface language if it has one, followed by the other name in grey. */
function BranchName({ branch }: { branch: Branch }) {
  const isLao = useLanguage() === 'lo' && branch.branchNameLo !== '';
  const [first, second] = isLao
    ? [branch.branchNameLo, branch.branchName]
    : [branch.branchName, branch.branchNameLo];
  return (
    <>
      {first}
      <Aside lang={isLao ? 'en' : 'lo'}>{second}</Aside>
    </>
  );
}

function useColumns(): ListColumn<Branch>[] {
  const { t } = useTranslation('branches');
  const language = useLanguage();
  return useMemo(
    () => [
      {
        field: 'branchName',
        label: t('branchName'),
        priority: 1,
        cell: (branch) => <BranchName branch={branch} />,
      },
      { field: 'code', label: t('code'), priority: 1, ltrNoWrap: true },
      {
        field: 'provinceCode',
        label: t('province'),
        priority: 2,
        text: ({ provinceCode }) => provinceName(provinceCode, language),
      },
      {
        field: 'phone',
        label: t('phone'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      { field: 'manager', label: t('manager'), priority: 3 },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'active' : 'inactive'),
          tone: active ? 'on' : 'off',
        }),
      },
    ],
    [t, language],
  );
}

const open = ({ _id }: Branch) => editPath(paths.editBranch, _id);

/** The branches of the centre. */
export function BranchListPage() {
  const { t } = useTranslation(['branches', 'shell', 'common']);
  const columns = useColumns();
  const view = useListView(branchesList, { sort: 'branchName' });
  const list = useCachedList(branchesList, view);
  const mayWrite = useCan(branchesList.write);
  const add = mayWrite && <AddLink to={paths.addBranch} label={t('shell:page.addBranch')} />;
  return (
    <ListPage
      name={branchesList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:nav.schoolBranch')}
      add={add}
      hint={t('searchHint')}
      open={open}
      failed={t('failed.list')}
      empty={
        <EmptyState icon={Building2} title={t('empty')} text={t('emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
