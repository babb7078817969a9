import { UserRoundCog } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/phone.ts';
import { staffAccounts, type StaffAccount } from '#contract/staff-accounts.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { personWords } from '#src/components/table/person-words.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/cached-list.ts';

function useColumns(): Column<StaffAccount>[] {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const { nameOf } = useBranchChoice();
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, words: personWords() },
      { field: 'role', label: t('role'), priority: 1, cell: ({ role }) => common(`role.${role}`) },
      { field: 'branchId', label: t('branch'), priority: 2, cell: ({ branchId }) => nameOf?.(branchId) },
      { field: 'email', label: t('email'), priority: 2, oneWay: true },
      { field: 'phone', label: t('phone'), priority: 3, oneWay: true, cell: ({ phone }) => formatPhone(phone) },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        cell: ({ active }) => <StatusMark on={active} label={t(active ? 'active' : 'disabled')} />,
      },
      {
        field: 'lastSignInAt',
        label: t('lastSignIn'),
        priority: 3,
        cell: ({ lastSignInAt }) => (lastSignInAt === null ? t('never') : <LeftToRight>{formatDateTime(lastSignInAt)}</LeftToRight>),
      },
    ],
    [t, common, nameOf],
  );
}

const open = ({ _id }: StaffAccount) => editPath(paths.editStaff, _id);

/** Everybody who may sign in, for a superadmin. */
export function StaffListPage() {
  const { t } = useTranslation(['staff-accounts', 'shell']);
  const columns = useColumns();
  const view = useListView(staffAccounts, 'firstName');
  const list = useCachedList(staffAccounts, view);
  const add = <AddLink to={paths.addStaff} label={t('shell:page.addStaff')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.staff')} count={list.total} freshness={<Freshness list={list} />}>
        {add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchHint')} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="staffFetch"
        empty={
          <PageState icon={UserRoundCog} title={t('empty')}>
            {add}
          </PageState>
        }
      >
        {(rows) => <RecordTable label={t('shell:nav.staff')} rows={rows} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
