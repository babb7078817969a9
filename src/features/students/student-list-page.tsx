import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { students, studentsQuery, type Student } from '#contract/students.ts';
import { ImportButton } from '#src/components/import/import-button.tsx';
import { AddLink } from '#src/components/page/add-link.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { ExportButton } from '#src/components/table/export-button.tsx';
import { ListPage } from '#src/components/table/list-page.tsx';
import { usePagedView } from '#src/components/table/use-paged-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { StudentBulk } from './student-bulk.tsx';
import { useStudentColumns } from './student-columns.ts';
import { useStudentFilters } from './student-filters.ts';
import { lookup } from './student-lookup.ts';

const open = ({ _id }: Student) => editPath(paths.editStudent, _id);

/** The students of the branch, or of the centre for whoever sees all of it. */
export function StudentListPage() {
  const { t } = useTranslation(['people', 'shell', 'common']);
  const branches = useBranchChoice();
  const columns = useStudentColumns(branches.nameOf);
  const filters = useStudentFilters(branches.options);
  const view = usePagedView(students, studentsQuery, 'firstName');
  const mayWrite = useCan(students.write);
  const add = <AddLink to={paths.addStudent} label={t('shell:page.addStudent')} />;
  return (
    <ListPage
      resource={students}
      lookup={lookup}
      title={t('shell:nav.students')}
      add={mayWrite && add}
      view={view}
      columns={columns}
      filters={filters}
      hint={t('students.searchHint')}
      open={open}
      {...(mayWrite && { bulk: (selection) => <StudentBulk selection={selection} /> })}
      failed="studentsFetch"
      actions={
        <>
          <ExportButton path={students.path} query={{ ...view.filters, search: view.asked, sort: view.sort }} name={students.name} />
          {mayWrite && <ImportButton kind="students" />}
        </>
      }
      empty={
        <PageState icon={GraduationCap} title={t('students.empty')} text={t('students.emptyHint')}>
          {mayWrite && add}
        </PageState>
      }
    />
  );
}
