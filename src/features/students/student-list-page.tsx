import { GraduationCap, Phone } from 'lucide-react';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { studentsList } from '#contract/people/students-list.ts';
import { LOW_ATTENDANCE_PERCENT } from '#contract/people/student-words.ts';
import type { Student } from '#contract/people/students.ts';
import { useImportTool } from '#src/entities/import/import-tool.tsx';
import { AddLink } from '#src/components/page/add-link.tsx';
import { usePersonMenu } from '#src/entities/person/use-person-menu.tsx';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { RowAction } from '#src/components/table/row-menu.tsx';
import type { SumLine } from '#src/components/table/columns.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { LateScanButton } from '#src/components/scan/late-scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { useListView } from '#src/components/list/use-list-view.ts';
import { MOST_PRINTED } from '#src/components/list/use-print.ts';
import { later } from '#src/lib/browser/later.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { shownPhone, useStudentColumns } from './student-columns.tsx';
import { useStudentFilters } from './student-filters.ts';
import { ViewTabs, type BuiltInView } from '#src/entities/saved-view/view-tabs.tsx';
import { lookup } from '#src/entities/student/student-offline-copy.ts';

const ImportButton = later(
  async () => (await import('#src/entities/import/import-button.tsx')).ImportButton,
);
// No row is selected on the first screen.
const StudentBulk = later(async () => (await import('./student-bulk.tsx')).StudentBulk);

const merge = { action: 'students:merge', edit: paths.editStudent } as const;
/** The act of calling the family; away from the server nobody sees whole numbers. */
function useCall(isAway: boolean) {
  const { t } = useTranslation('people');
  return useCallback(
    ({ contact }: Student): RowAction[] =>
      contact
        ? [
            {
              label: t('call', { phone: shownPhone(contact.phone, isAway) }),
              icon: Phone,
              run: () => window.location.assign(`tel:${contact.phone}`),
              off: isAway ? t('callOff') : undefined,
            },
          ]
        : [],
    [t, isAway],
  );
}

/** The views that everybody has; what is late is for those who may read balances. */
function useViews(): BuiltInView[] {
  const { t } = useTranslation('people');
  const seesLate = useCan('balances:read');
  return [
    { label: t('viewAll'), search: '' },
    { label: t('viewStudying'), search: 'placed=yes' },
    { label: t('owesAny'), search: 'owes=any' },
    ...(seesLate ? [{ label: t('owesLate'), search: 'owes=late' }] : []),
    {
      label: t('below', { percent: LOW_ATTENDANCE_PERCENT }),
      search: 'attendance=low',
      // It reads every mark of the running classes, which is too much for a mere number.
      isUncounted: true,
    },
    { label: t('placedNo'), search: 'placed=no' },
  ];
}

/**
 * How many students a paper has. There is no sum of what they owe, because each row has the debt of
 * the family, and brothers and sisters share it; a paper that ends at the limit is not all of them.
 */
function usePaperEnd() {
  const { t } = useTranslation('people');
  return (
    { length: count }: readonly Student[],
    isPrinted: boolean,
  ): SumLine<Student>[] | undefined =>
    isPrinted && count < MOST_PRINTED
      ? [{ label: t('students.printed', { count }), sums: {} }]
      : undefined;
}

const open = ({ _id }: Student) => editPath(paths.editStudent, _id);

/** The students of the branch, or of the whole centre for people who see all branches. */
export function StudentListPage() {
  const { t } = useTranslation(['people', 'shell', 'common']);
  const { nameOf } = useBranchChoice();
  const filters = useStudentFilters();
  const view = useListView(studentsList, { sort: 'firstName', filters });
  const branchFilters = useBranchFilters(view.filters);
  const list = usePagedList(studentsList, { ...view, filters: branchFilters }, lookup);
  // Rows that are still in memory are shown as those of the copy are.
  const isUnreachable = useServerUnreachable();
  const isAway = isUnreachable || list.isCopy;
  const columns = useStudentColumns(nameOf, isAway);
  const builtIn = useViews();
  const sums = usePaperEnd();
  const menu = usePersonMenu(studentsList, merge, useCall(isAway));
  const mayWrite = useCan(studentsList.write);
  const imported = useImportTool('students');
  const exported = useExportTool({
    path: studentsList.path,
    query: { ...branchFilters, search: view.asked, sort: view.sort },
    name: studentsList.name,
  });
  // A scanned student card searches for the student's code.
  useScan(view.setSearch);
  const add = mayWrite && <AddLink to={paths.addStudent} label={t('shell:page.addStudent')} />;
  return (
    <>
      <ListPage
        // Columns that were chosen before these were there would leave them crowded.
        name={`${studentsList.name}-2`}
        list={list}
        view={view}
        columns={columns}
        filters={filters}
        title={t('shell:nav.students')}
        add={add}
        hint={t('students.searchHint')}
        scan={<LateScanButton onScan={view.setSearch} />}
        open={open}
        sums={sums}
        actions={menu.actions}
        {...(mayWrite && {
          bulk: (selection) => (
            <Suspense>
              <StudentBulk selection={selection} />
            </Suspense>
          ),
        })}
        failed={t('students.failed.list')}
        views={
          <ViewTabs resource={studentsList} view={view} builtIn={builtIn} isOnline={!isAway} />
        }
        files={[exported, mayWrite && imported]}
        empty={
          <EmptyState
            icon={GraduationCap}
            title={t('students.empty')}
            text={t('students.emptyHint')}
          >
            {add}
            {mayWrite && (
              <Suspense>
                <ImportButton kind="students" />
              </Suspense>
            )}
          </EmptyState>
        }
      />
      {menu.dialog}
    </>
  );
}
