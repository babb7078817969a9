import { Banknote } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicTerms } from '#contract/academic-terms.ts';
import { branches } from '#contract/branches.ts';
import { courseFees, type CourseFee } from '#contract/course-fees.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import listStyles from '#src/components/table/list.module.css';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/today.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import controls from '#src/theme/controls.module.css';
import { feeState, feeTones, showPrice, showValidity } from './fee-words.ts';
import { useCourseNames } from './use-course-names.ts';

function useColumns(isOneCourse: boolean): Column<CourseFee>[] {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  const { names: courses } = useCourseNames();
  const { rows: branchRows } = useCachedList(branches, { quiet: true });
  const { rows: terms } = useCachedList(academicTerms, { quiet: true });
  return useMemo(() => {
    const branchNames = new Map(branchRows?.map((row) => [row._id, (isLao && row.branchNameLo) || row.branchName]));
    const termNames = new Map(terms?.map(({ _id, name, academicYear }) => [_id, `${name} ${academicYear}`]));
    const whom = ({ branchId, termId, priceCategory }: CourseFee) =>
      [branchId === null ? t('allBranches') : branchNames.get(branchId), termNames.get(termId ?? ''), priceCategory].filter(Boolean).join(' · ');
    const state = (fee: CourseFee) => {
      const is = feeState(fee, today());
      return <StatusMark tone={feeTones[is]} label={t(`states.${is}`)} />;
    };
    return [
      { field: 'name', label: t('feeName'), priority: 1 },
      ...(isOneCourse ? [] : [{ field: 'courseId', label: t('course'), priority: 1, cell: ({ courseId }) => courses.get(courseId) } satisfies Column<CourseFee>]),
      { field: 'basis', label: t('basis'), priority: 2, cell: ({ basis }) => t(`bases.${basis}`) },
      { field: 'branchId', label: t('forWhom'), priority: 3, cell: whom },
      { field: 'validFrom', label: t('valid'), priority: 2, oneWay: true, cell: (fee) => showValidity(fee, t('open')) },
      { field: 'active', label: t('status'), priority: 1, cell: state },
      { field: 'amount', label: t('amount'), priority: 1, align: 'end', oneWay: true, cell: (fee) => showPrice(fee) },
    ];
  }, [t, isLao, courses, branchRows, terms, isOneCourse]);
}

const open = ({ _id }: CourseFee) => editPath(paths.editFee, _id);

/** What the courses cost, or one of them; earlier versions of a price stand beside it when they are asked for. */
export function FeeListPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const [params] = useSearchParams();
  const course = params.get('course');
  const { names: courses } = useCourseNames();
  const [hasHistory, setHistory] = useState(false);
  const columns = useColumns(course !== null);
  const view = useListView(courseFees, 'name');
  const all = useCachedList(courseFees, view);
  const rows = useMemo(
    () => all.rows?.filter((fee) => (course === null || fee.courseId === course) && (hasHistory || fee.replacedById === null || feeState(fee, today()) === 'now')),
    [all.rows, course, hasHistory],
  );
  const list = { ...all, rows };
  const mayWrite = useCan(courseFees.write);
  const add = <AddLink to={course === null ? paths.addFee : `${paths.addFee}?course=${course}`} label={t('shell:page.addFee')} />;
  const title = course === null ? t('shell:page.courseFee') : t('feesOf', { course: courses.get(course) ?? '' });
  const actions = (
    <div className={listStyles.actions}>
      <button type="button" className={controls.button} aria-pressed={hasHistory} onClick={() => setHistory(!hasHistory)}>
        {t('showHistory')}
      </button>
    </div>
  );
  return (
    <>
      <PageHeader title={title} back={course === null ? paths.courses : editPath(paths.editCourse, course)} count={rows?.length} freshness={<Freshness list={all} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchFees')} actions={actions} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="feesFetch"
        empty={
          <PageState icon={Banknote} title={t('emptyFees')} text={t('emptyFeesHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(shown) => <RecordTable label={title} rows={shown} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
