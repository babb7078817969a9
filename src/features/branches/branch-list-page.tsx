import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { branches, type Branch } from '#contract/branches.ts';
import { formatPhone } from '#contract/phone.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { provinceName } from '#src/lib/province-name.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';

/** The name in the interface language where there is one, the other spelling muted behind it. */
function BranchName({ branch }: { branch: Branch }) {
  const isLao = useLanguage() === 'lo' && branch.branchNameLo !== '';
  const [first, second] = isLao ? [branch.branchNameLo, branch.branchName] : [branch.branchName, branch.branchNameLo];
  return (
    <>
      {first}
      <Aside lang={isLao ? 'en' : 'lo'}>{second}</Aside>
    </>
  );
}

function useColumns(): Column<Branch>[] {
  const { t } = useTranslation('branches');
  const language = useLanguage();
  return useMemo(
    () => [
      { field: 'branchName', label: t('branchName'), priority: 1, cell: (branch) => <BranchName branch={branch} /> },
      { field: 'code', label: t('code'), priority: 1, oneWay: true },
      { field: 'provinceCode', label: t('province'), priority: 2, cell: (branch) => provinceName(branch.provinceCode, language) },
      { field: 'phone', label: t('phone'), priority: 2, oneWay: true, cell: ({ phone }) => formatPhone(phone) },
      { field: 'manager', label: t('manager'), priority: 3 },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        cell: ({ active }) => <StatusMark on={active} label={t(active ? 'active' : 'inactive')} />,
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
  const view = useListView(branches, 'branchName');
  const list = useCachedList(branches, view);
  const mayWrite = useCan(branches.write);
  const add = <AddLink to={paths.addBranch} label={t('shell:page.addBranch')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.schoolBranch')} count={list.total} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchHint')} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="branchesFetch"
        empty={
          <PageState icon={Building2} title={t('empty')} text={t('emptyHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => (
          <RecordTable
            label={t('shell:nav.schoolBranch')}
            rows={rows}
            columns={columns}
            view={view}
            open={open}
          />
        )}
      </ListStates>
    </>
  );
}
