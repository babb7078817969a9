import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parents, parentsQuery, type Parent } from '#contract/parents.ts';
import { formatPhone } from '#contract/phone.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import type { WordColumn } from '#src/components/table/columns.ts';
import type { Filter, FilterOption } from '#src/components/table/filters.ts';
import { ExportButton } from '#src/components/table/export-button.tsx';
import { ListPage } from '#src/components/table/list-page.tsx';
import { personWords } from '#src/components/table/person-words.ts';
import { usePagedView } from '#src/components/table/use-paged-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';

function useColumns(branchName?: (id: string) => string): WordColumn<Parent>[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, words: personWords() },
      { field: 'phone', label: t('phone'), priority: 1, oneWay: true, words: ({ phone }) => formatPhone(phone) },
      { field: 'phone2', label: t('phone2'), priority: 3, oneWay: true, words: ({ phone2 }) => formatPhone(phone2) },
      { field: 'children', label: t('children'), priority: 2, align: 'end' },
      { field: 'village', label: t('village'), priority: 3 },
      ...(branchName
        ? [{ field: 'branchId', label: t('branch'), priority: 2, words: ({ branchId }) => branchName(branchId) } satisfies WordColumn<Parent>]
        : []),
    ],
    [t, branchName],
  );
}

function useFilters(branches: readonly FilterOption[]): Filter[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      ...(branches.length > 0 ? [{ kind: 'one', name: 'branchId', label: t('branch'), options: branches } satisfies Filter] : []),
      { kind: 'one', name: 'archived', label: t('records'), none: t('inUse'), options: [{ value: 'true', label: t('archived') }], needsServer: true },
    ],
    [t, branches],
  );
}

const open = ({ _id }: Parent) => editPath(paths.editParent, _id);

/** The parents and guardians of the branch, or of the centre for whoever sees all of it. */
export function ParentListPage() {
  const { t } = useTranslation(['people', 'shell', 'common']);
  const branches = useBranchChoice();
  const columns = useColumns(branches.nameOf);
  const filters = useFilters(branches.options);
  const view = usePagedView(parents, parentsQuery, 'firstName');
  const mayWrite = useCan(parents.write);
  const add = <AddLink to={paths.addParent} label={t('shell:page.addParent')} />;
  return (
    <ListPage
      resource={parents}
      title={t('shell:nav.parents')}
      add={mayWrite && add}
      view={view}
      columns={columns}
      filters={filters}
      hint={t('parents.searchHint')}
      // Who may not write a parent is refused by the page that a row would open.
      {...(mayWrite && { open })}
      failed="parentsFetch"
      actions={<ExportButton path={parents.path} query={{ ...view.filters, search: view.asked, sort: view.sort }} name={parents.name} />}
      empty={
        <PageState icon={UsersRound} title={t('parents.empty')} text={t('parents.emptyHint')}>
          {mayWrite && add}
        </PageState>
      }
    />
  );
}
