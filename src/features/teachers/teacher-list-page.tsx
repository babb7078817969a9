import { Presentation } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/phone.ts';
import { teachers, type Teacher } from '#contract/teachers.ts';
import { ImportButton } from '#src/components/import/import-button.tsx';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ExportButton } from '#src/components/table/export-button.tsx';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { RecordTable } from '#src/components/table/record-table.tsx';
import listStyles from '#src/components/table/list.module.css';
import { personWords } from '#src/components/table/person-words.ts';
import { useListView } from '#src/components/table/use-list-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useArchivedList } from '#src/offline/archived-list.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import controls from '#src/theme/controls.module.css';

function useColumns(): Column<Teacher>[] {
  const { t } = useTranslation('teachers');
  const { nameOf } = useBranchChoice();
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, words: personWords() },
      { field: 'teacherCode', label: t('code'), priority: 3, oneWay: true },
      { field: 'phone', label: t('phone'), priority: 2, oneWay: true, cell: ({ phone }) => formatPhone(phone) },
      ...(nameOf
        ? [{ field: 'branchIds', label: t('branches'), priority: 2, cell: ({ branchIds }) => branchIds.map(nameOf).join(', ') } satisfies Column<Teacher>]
        : []),
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        cell: ({ status }) => <StatusMark on={status === 'active'} label={t(`state.${status}`)} />,
      },
    ],
    [t, nameOf],
  );
}

const open = ({ _id }: Teacher) => editPath(paths.editTeacher, _id);

/** The teachers of the branch, or of the centre for whoever sees all of it. */
export function TeacherListPage() {
  const { t } = useTranslation(['teachers', 'shell']);
  const columns = useColumns();
  const view = useListView(teachers, 'firstName');
  const [archived, setArchived] = useState(false);
  const inUse = useCachedList(teachers, view);
  const list = useArchivedList(teachers, { ...view, isWanted: archived, query: { archived: 'true' } }) ?? inUse;
  const mayWrite = useCan(teachers.write);
  const add = <AddLink to={paths.addTeacher} label={t('shell:page.addTeacher')} />;
  const actions = (
    <div className={listStyles.actions}>
      <button type="button" className={controls.button} aria-pressed={archived} onClick={() => setArchived(!archived)}>
        {t('archived')}
      </button>
      <ExportButton path={teachers.path} query={{ archived: String(archived), search: view.search, sort: view.sort }} name={teachers.name} />
      {mayWrite && <ImportButton kind="teachers" />}
    </div>
  );
  return (
    <>
      <PageHeader title={t('shell:nav.teachers')} count={list.rows?.length} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchHint')} actions={actions} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="teachersFetch"
        empty={
          <PageState icon={Presentation} title={t(archived ? 'emptyArchived' : 'empty')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(shown) => <RecordTable label={t('shell:nav.teachers')} rows={shown} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
