import { Banknote } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { branchesList } from '#contract/centre/branches-list.ts';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import type { CourseFee } from '#contract/courses/course-fees.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import {
  feeState,
  feeTones,
  isShownFee,
  showPrice,
  showValidity,
} from '#src/entities/fee/fee-words.ts';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { DISCOUNTS, FeeTabs } from './fee-tabs.tsx';

const DiscountList = lazy(async () => ({
  default: (await import('./discount-list.tsx')).DiscountList,
}));

function useColumns(isOneCourse: boolean): ListColumn<CourseFee>[] {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  const { names: courses } = useCourseNames();
  const { rows: branchRows } = useCachedList(branchesList, { quiet: true });
  const { rows: terms } = useCachedList(academicTermsList, { quiet: true });
  return useMemo(() => {
    const branchNames = new Map(
      branchRows?.map((row) => [row._id, (isLao && row.branchNameLo) || row.branchName]),
    );
    const termNames = new Map(
      terms?.map(({ _id, name, academicYear }) => [_id, `${name} ${academicYear}`]),
    );
    const whom = ({ branchId, termId, priceCategory }: CourseFee) =>
      [
        branchId === null ? t('allBranches') : branchNames.get(branchId),
        termNames.get(termId ?? ''),
        priceCategory,
      ]
        .filter(Boolean)
        .join(DOT);
    const state = (fee: CourseFee) => {
      const is = feeState(fee, today());
      return { text: t(`states.${is}`), tone: feeTones[is] };
    };
    return [
      { field: 'name', label: t('feeName'), priority: 1 },
      ...(isOneCourse
        ? []
        : [
            {
              field: 'courseId',
              label: t('course'),
              priority: 1,
              text: ({ courseId }) => courses.get(courseId) ?? '',
            } satisfies ListColumn<CourseFee>,
          ]),
      { field: 'basis', label: t('basis'), priority: 2, text: ({ basis }) => t(`bases.${basis}`) },
      { field: 'branchId', label: t('forWhom'), priority: 3, text: whom },
      {
        field: 'validFrom',
        label: t('valid'),
        priority: 2,
        ltrNoWrap: true,
        text: (fee) => showValidity(fee, t('open')),
      },
      { field: 'active', label: t('status'), priority: 1, text: state },
      {
        field: 'amount',
        label: t('amount'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: (fee) => showPrice(fee),
      },
    ];
  }, [t, isLao, courses, branchRows, terms, isOneCourse]);
}

const open = ({ _id }: CourseFee) => editPath(paths.editFee, _id);

/** Prices and discount rules, each in its own tab. */
export function FeeListPage() {
  const [params] = useSearchParams();
  if (params.get('view') !== DISCOUNTS) return <Fees />;
  return (
    <Suspense>
      <DiscountList />
    </Suspense>
  );
}

/**
 * The prices of all courses, or of one; earlier versions of a price appear beside it on request.
 */
function Fees() {
  const { t } = useTranslation(['courses', 'shell']);
  const [params] = useSearchParams();
  const course = params.get('course');
  const { names: courses } = useCourseNames();
  const [hasHistory, setHistory] = useState(false);
  const columns = useColumns(course !== null);
  const view = useListView(courseFeesList, { sort: 'name' });
  const all = useCachedList(courseFeesList, view);
  const rows = useMemo(
    () =>
      all.rows?.filter(
        (fee) =>
          (course === null || fee.courseId === course) && (hasHistory || isShownFee(fee, today())),
      ),
    [all.rows, course, hasHistory],
  );
  const list = { ...all, rows };
  const mayWrite = useCan(courseFeesList.write);
  const add = mayWrite && (
    <AddLink
      to={course === null ? paths.addFee : `${paths.addFee}?course=${course}`}
      label={t('shell:page.addFee')}
    />
  );
  const title =
    course === null
      ? t('shell:page.courseFee')
      : t('feesOf', { course: courses.get(course) ?? '' });
  return (
    <ListPage
      name={courseFeesList.name}
      list={list}
      view={view}
      columns={columns}
      title={title}
      back={course === null ? paths.courses : editPath(paths.editCourse, course)}
      {...(course === null && { summary: <FeeTabs current="fees" /> })}
      add={add}
      hint={t('searchFees')}
      open={open}
      failed={t('failed.fee.list')}
      tools={
        <Button aria-pressed={hasHistory} onClick={() => setHistory(!hasHistory)}>
          {t('showHistory')}
        </Button>
      }
      empty={
        <EmptyState icon={Banknote} title={t('emptyFees')} text={t('emptyFeesHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
