import { ShieldCheck, UserRoundCog } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { personWords } from '#src/entities/person/person-words.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

function useColumns(): ListColumn<StaffAccount>[] {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const { nameOf } = useBranchChoice();
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, text: personWords() },
      { field: 'role', label: t('role'), priority: 1, text: ({ role }) => common(`role.${role}`) },
      ...(nameOf
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }) => nameOf(branchId),
            } satisfies ListColumn<StaffAccount>,
          ]
        : []),
      { field: 'email', label: t('email'), priority: 2, ltrNoWrap: true },
      {
        field: 'phone',
        label: t('phone'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'active' : 'disabled'),
          tone: active ? 'on' : 'off',
        }),
      },
      {
        field: 'lastSignInAt',
        label: t('lastSignIn'),
        priority: 3,
        cell: ({ lastSignInAt }) =>
          lastSignInAt === null ? (
            t('never')
          ) : (
            <LeftToRight>{formatDateTime(lastSignInAt)}</LeftToRight>
          ),
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
  const view = useListView(staffAccountsList, { sort: 'firstName' });
  const list = useCachedList(staffAccountsList, view);
  const add = <AddLink to={paths.addStaff} label={t('shell:page.addStaff')} />;
  const rights = (
    <LinkButton icon={ShieldCheck} to={`${paths.staff}?view=rights`}>
      {t('shell:page.rights')}
    </LinkButton>
  );
  return (
    <ListPage
      name={staffAccountsList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:nav.staff')}
      add={add}
      tools={rights}
      hint={t('searchHint')}
      open={open}
      failed={t('failed.list')}
      empty={
        <EmptyState icon={UserRoundCog} title={t('empty')}>
          {add}
        </EmptyState>
      }
    />
  );
}
