import { CalendarRange } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { showDays, termTones } from '#src/entities/term/term-words.ts';
import { useTermMarks } from '#src/entities/term/use-term-marks.ts';

function useColumns(): ListColumn<AcademicTerm>[] {
  const { t } = useTranslation('terms');
  const { nameOf } = useBranchChoice();
  const marksOf = useTermMarks();
  return useMemo(() => {
    const pointers = (term: AcademicTerm) => marksOf(term).join(', ');
    const branches = ({ branchIds }: AcademicTerm) =>
      branchIds.length === 0
        ? t('allBranches')
        : branchIds.map((id) => nameOf?.(id) ?? '').join(', ');
    return [
      {
        field: 'name',
        label: t('name'),
        priority: 1,
        text: ({ name, academicYear }) => ({ text: name, aside: academicYear }),
      },
      { field: 'code', label: t('code'), priority: 3, ltrNoWrap: true },
      {
        field: 'startDate',
        label: t('dates'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ startDate, endDate }) => showDays(startDate, endDate),
      },
      {
        field: 'enrolFrom',
        label: t('enrolWindow'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ enrolFrom, enrolTo }) => showDays(enrolFrom, enrolTo),
      },
      ...(nameOf
        ? [
            {
              field: 'branchIds',
              label: t('branches'),
              priority: 2,
              text: branches,
            } satisfies ListColumn<AcademicTerm>,
          ]
        : []),
      { field: 'defaultFrom', label: t('pointer'), priority: 2, text: pointers },
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({ text: t(`statuses.${status}`), tone: termTones[status] }),
      },
    ];
  }, [t, nameOf, marksOf]);
}

const open = ({ _id }: AcademicTerm) => editPath(paths.editTerm, _id);

/** The terms of the centre and of the own branch, newest first. */
export function TermListPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const columns = useColumns();
  const view = useListView(academicTermsList, { sort: '-startDate' });
  const list = useCachedList(academicTermsList, view);
  const mayWrite = useCan(academicTermsList.write);
  const add = mayWrite && <AddLink to={paths.addTerm} label={t('shell:page.addTerm')} />;
  return (
    <ListPage
      name={academicTermsList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:nav.terms')}
      add={add}
      hint={t('searchHint')}
      open={open}
      failed={t('failed.list')}
      empty={
        <EmptyState icon={CalendarRange} title={t('empty')} text={t('emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
