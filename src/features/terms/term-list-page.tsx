import { CalendarRange } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTerms, type AcademicTerm } from '#contract/academic-terms.ts';
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
import { useCan } from '#src/lib/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { showDays, termTones } from './term-words.ts';

function useColumns(): Column<AcademicTerm>[] {
  const { t } = useTranslation('terms');
  const { nameOf } = useBranchChoice();
  return useMemo(() => {
    const pointers = ({ isCurrent, isEnrolmentDefault }: AcademicTerm) => [isCurrent && t('current'), isEnrolmentDefault && t('enrolment')].filter(Boolean).join(', ');
    const branches = ({ branchIds }: AcademicTerm) => (branchIds.length === 0 ? t('allBranches') : branchIds.map((id) => nameOf?.(id) ?? '').join(', '));
    return [
      {
        field: 'name',
        label: t('name'),
        priority: 1,
        cell: ({ name, academicYear }) => (
          <>
            {name}
            <Aside>{academicYear}</Aside>
          </>
        ),
      },
      { field: 'code', label: t('code'), priority: 3, oneWay: true },
      { field: 'startDate', label: t('dates'), priority: 1, oneWay: true, cell: ({ startDate, endDate }) => showDays(startDate, endDate) },
      { field: 'enrolFrom', label: t('enrolWindow'), priority: 3, oneWay: true, cell: ({ enrolFrom, enrolTo }) => showDays(enrolFrom, enrolTo) },
      ...(nameOf ? [{ field: 'branchIds', label: t('branches'), priority: 2, cell: branches } satisfies Column<AcademicTerm>] : []),
      { field: 'isCurrent', label: t('pointer'), priority: 2, cell: pointers },
      { field: 'status', label: t('status'), priority: 1, cell: ({ status }) => <StatusMark tone={termTones[status]} label={t(`statuses.${status}`)} /> },
    ];
  }, [t, nameOf]);
}

const open = ({ _id }: AcademicTerm) => editPath(paths.editTerm, _id);

/** The terms of the centre and of the own branch, the newest first. */
export function TermListPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const columns = useColumns();
  const view = useListView(academicTerms, '-startDate');
  const list = useCachedList(academicTerms, view);
  const mayWrite = useCan(academicTerms.write);
  const add = <AddLink to={paths.addTerm} label={t('shell:page.addTerm')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.terms')} count={list.total} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchHint')} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="termsFetch"
        empty={
          <PageState icon={CalendarRange} title={t('empty')} text={t('emptyHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => <RecordTable label={t('shell:nav.terms')} rows={rows} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
