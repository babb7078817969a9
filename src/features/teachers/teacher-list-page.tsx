import { Presentation } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ImportButton } from '#src/entities/import/import-button.tsx';
import { useImportTool } from '#src/entities/import/import-tool.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { usePersonMenu } from '#src/entities/person/use-person-menu.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { personWords } from '#src/entities/person/person-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useArchivedList } from '#src/offline/lists/archived-list.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const codeOf = ({ teacherCode }: Teacher) => teacherCode;

function useColumns(): ListColumn<Teacher>[] {
  const { t } = useTranslation('teachers');
  const { nameOf } = useBranchChoice();
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, text: personWords(codeOf) },
      { field: 'teacherCode', label: t('code'), priority: 3, ltrNoWrap: true, optional: true },
      {
        field: 'phone',
        label: t('phone'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      ...(nameOf
        ? [
            {
              field: 'branchIds',
              label: t('branches'),
              priority: 2,
              text: ({ branchIds }) => branchIds.map(nameOf).join(', '),
            } satisfies ListColumn<Teacher>,
          ]
        : []),
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({
          text: t(`state.${status}`),
          tone: status === 'active' ? 'on' : 'off',
        }),
      },
    ],
    [t, nameOf],
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation('teachers');
  return useMemo(
    () => [
      {
        kind: 'tabs',
        name: 'archived',
        label: t('records'),
        options: [
          { value: '', label: t('inUse') },
          { value: 'true', label: t('archived') },
        ],
      },
    ],
    [t],
  );
}

const open = ({ _id }: Teacher) => editPath(paths.editTeacher, _id);

/** The teachers of the branch, or of the whole centre for people who see all branches. */
export function TeacherListPage() {
  const { t } = useTranslation(['teachers', 'shell']);
  const columns = useColumns();
  const filters = useFilters();
  const view = useListView(teachersList, { sort: 'firstName', filters });
  const isArchived = view.filters['archived'] === 'true';
  const inUse = useCachedList(teachersList, view);
  const list =
    useArchivedList(teachersList, { ...view, isWanted: isArchived, query: { archived: 'true' } }) ??
    inUse;
  const menu = usePersonMenu(teachersList);
  const mayWrite = useCan(teachersList.write);
  const imported = useImportTool('teachers');
  const exported = useExportTool({
    path: teachersList.path,
    query: { archived: String(isArchived), search: view.search, sort: view.sort },
    name: teachersList.name,
  });
  const add = mayWrite && <AddLink to={paths.addTeacher} label={t('shell:page.addTeacher')} />;
  return (
    <>
      <ListPage
        name={teachersList.name}
        list={list}
        view={view}
        columns={columns}
        filters={filters}
        title={t('shell:nav.teachers')}
        add={add}
        hint={t('searchHint')}
        open={open}
        actions={menu.actions}
        failed={t('failed.list')}
        files={[exported, mayWrite && imported]}
        empty={
          <EmptyState icon={Presentation} title={t('empty')}>
            {add}
            {mayWrite && <ImportButton kind="teachers" />}
          </EmptyState>
        }
      />
      {menu.dialog}
    </>
  );
}
