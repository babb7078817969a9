import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { studentsList } from '#contract/people/students-list.ts';
import type { Student } from '#contract/people/students.ts';
import { ImportButton } from '#src/entities/import/import-button.tsx';
import { AddLink } from '#src/components/page/add-link.tsx';
import { usePersonMenu } from '#src/entities/person/use-person-menu.tsx';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { useListView } from '#src/components/list/use-list-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { StudentBulk } from './student-bulk.tsx';
import { useStudentColumns } from './student-columns.ts';
import { useStudentFilters } from './student-filters.ts';
import { lookup } from '#src/entities/student/student-offline-copy.ts';

const merge = { action: 'students:merge', edit: paths.editStudent } as const;
const open = ({ _id }: Student) => editPath(paths.editStudent, _id);

/** The students of the branch, or of the whole centre for people who see all branches. */
export function StudentListPage() {
  const { t } = useTranslation(['people', 'shell', 'common']);
  const columns = useStudentColumns(useBranchChoice().nameOf);
  const filters = useStudentFilters();
  const view = useListView(studentsList, { sort: 'firstName', filters });
  const branchFilters = useBranchFilters(view.filters);
  const list = usePagedList(studentsList, { ...view, filters: branchFilters }, lookup);
  const menu = usePersonMenu(studentsList, merge);
  const mayWrite = useCan(studentsList.write);
  // A scanned student card searches for the student's code.
  useScan(view.setSearch);
  const add = mayWrite && <AddLink to={paths.addStudent} label={t('shell:page.addStudent')} />;
  return (
    <>
      <ListPage
        name={studentsList.name}
        list={list}
        view={view}
        columns={columns}
        filters={filters}
        title={t('shell:nav.students')}
        add={add}
        hint={t('students.searchHint')}
        scan={<ScanButton onScan={view.setSearch} />}
        open={open}
        actions={menu.actions}
        {...(mayWrite && { bulk: (selection) => <StudentBulk selection={selection} /> })}
        failed={t('students.failed.list')}
        tools={
          <>
            <ExportButton
              path={studentsList.path}
              query={{ ...branchFilters, search: view.asked, sort: view.sort }}
              name={studentsList.name}
            />
            {mayWrite && <ImportButton kind="students" />}
          </>
        }
        empty={
          <EmptyState
            icon={GraduationCap}
            title={t('students.empty')}
            text={t('students.emptyHint')}
          >
            {add}
          </EmptyState>
        }
      />
      {menu.dialog}
    </>
  );
}
