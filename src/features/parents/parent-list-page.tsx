import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parentsList } from '#contract/people/parents-list.ts';
import type { Parent } from '#contract/people/parents.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { usePersonMenu } from '#src/entities/person/use-person-menu.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import type { Filter } from '#src/components/list/filters.ts';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { personWords } from '#src/entities/person/person-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { familyPath } from '#src/entities/order/order-path.ts';

function useColumns(branchName?: (id: string) => string): ListColumn<Parent>[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, text: personWords() },
      {
        field: 'phone',
        label: t('phone'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      {
        field: 'phone2',
        label: t('phone2'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ phone2 }) => formatPhone(phone2),
      },
      { field: 'children', label: t('children'), priority: 2, isNamed: true },
      { field: 'village', label: t('village'), priority: 3 },
      ...(branchName
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }) => branchName(branchId),
            } satisfies ListColumn<Parent>,
          ]
        : []),
    ],
    [t, branchName],
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      {
        kind: 'one',
        name: 'archived',
        label: t('records'),
        none: t('inUse'),
        options: [{ value: 'true', label: t('archived') }],
        needsServer: true,
      },
    ],
    [t],
  );
}

const merge = { action: 'parents:merge', edit: paths.editParent } as const;
const account = ({ _id }: Parent) => familyPath(_id);
const open = ({ _id }: Parent) => editPath(paths.editParent, _id);

/**
 * The parents and guardians of the branch, or of the whole centre for people who see all branches.
 */
export function ParentListPage() {
  const { t } = useTranslation(['people', 'shell', 'common']);
  const columns = useColumns(useBranchChoice().nameOf);
  const filters = useFilters();
  const view = useListView(parentsList, { sort: 'firstName', filters });
  const branchFilters = useBranchFilters(view.filters);
  const list = usePagedList(parentsList, { ...view, filters: branchFilters });
  const menu = usePersonMenu(parentsList, merge);
  const mayWrite = useCan(parentsList.write);
  const exported = useExportTool({
    path: parentsList.path,
    query: { ...branchFilters, search: view.asked, sort: view.sort },
    name: parentsList.name,
  });
  const add = mayWrite && <AddLink to={paths.addParent} label={t('shell:page.addParent')} />;
  return (
    <>
      <ListPage
        name={parentsList.name}
        list={list}
        view={view}
        columns={columns}
        filters={filters}
        title={t('shell:nav.parents')}
        add={add}
        hint={t('parents.searchHint')}
        // People who may not change a parent open the account, because the record's page would
        // refuse them.
        open={mayWrite ? open : account}
        actions={menu.actions}
        failed={t('parents.failed.list')}
        files={[exported]}
        empty={
          <EmptyState icon={UsersRound} title={t('parents.empty')} text={t('parents.emptyHint')}>
            {add}
          </EmptyState>
        }
      />
      {menu.dialog}
    </>
  );
}
