import { GraduationCap } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { courseCategoriesList } from '#contract/courses/course-categories-list.ts';
import type { CourseCategory } from '#contract/courses/course-categories.ts';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { feeFor } from '#contract/courses/fee-rules.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { Course } from '#contract/courses/courses.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { CategoryMark } from '#src/entities/course/category-mark.tsx';
import { TwoNames } from '#src/entities/course/two-names.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const NONE: readonly CourseCategory[] = [];
const byPosition = { sort: 'position', quiet: true } as const;

/**
 * Data for the extra columns of a course: its category, its next course, and its price here today.
 */
function useRelated() {
  const branchId = useSelectedBranchId() ?? '';
  const { rows: categories } = useCachedList(courseCategoriesList, byPosition);
  const { rows: all } = useCachedList(coursesList, { quiet: true });
  const { rows: fees } = useCachedList(courseFeesList, { quiet: true });
  return useMemo(() => {
    const categoryById = new Map(categories?.map((one) => [one._id, one]));
    const codeById = new Map(all?.map(({ _id, code }) => [_id, code]));
    const priceOf = ({ _id: courseId }: Course) => {
      const fee = feeFor(fees ?? [], {
        courseId,
        branchId,
        termId: '',
        priceCategory: '',
        basis: 'term',
        day: today(),
      });
      return fee && `${showMoney(fee.amount, fee.currency)} ${fee.currency}`;
    };
    return {
      categories: categories ?? NONE,
      categoryOf: ({ categoryId }: Course) => categoryById.get(categoryId),
      codeOf: (id: string | null) => codeById.get(id ?? ''),
      priceOf,
    };
  }, [categories, all, fees, branchId]);
}

type Related = ReturnType<typeof useRelated>;

function useColumns({ categoryOf, codeOf, priceOf }: Related): ListColumn<Course>[] {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  return useMemo(() => {
    const ages = ({ minAge, maxAge }: Course) => {
      if (minAge !== null && maxAge !== null) return `${minAge}–${maxAge}`;
      if (minAge !== null) return t('agesFrom', { min: minAge });
      return maxAge === null ? '' : t('agesTo', { max: maxAge });
    };
    const length = ({ totalSessions, totalHours }: Course) =>
      totalSessions === null
        ? t('hours', { count: totalHours ?? 0 })
        : t('sessions', { count: totalSessions });
    const category = (course: Course) => {
      const found = categoryOf(course);
      return (
        found && (
          <>
            <CategoryMark colour={found.colour} />
            {isLao && found.nameLo !== '' ? found.nameLo : found.nameEn}
          </>
        )
      );
    };
    return [
      {
        field: 'nameEn',
        label: t('name'),
        priority: 1,
        cell: (course) => <TwoNames {...course} />,
      },
      { field: 'code', label: t('code'), priority: 2, ltrNoWrap: true },
      { field: 'categoryId', label: t('category'), priority: 2, cell: category },
      { field: 'level', label: t('level'), priority: 3 },
      { field: 'minAge', label: t('ages'), priority: 3, text: ages },
      { field: 'totalSessions', label: t('length'), priority: 3, text: length },
      {
        field: 'nextCourseId',
        label: t('nextCourse'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ nextCourseId }) => codeOf(nextCourseId) ?? '',
      },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'active' : 'inactive'),
          tone: active ? 'on' : 'off',
        }),
      },
      {
        field: '_id',
        label: t('termPrice'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: (course) => priceOf(course) ?? '',
      },
    ];
  }, [t, isLao, categoryOf, codeOf, priceOf]);
}

function useFilters(categories: readonly CourseCategory[]): Filter[] {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  return useMemo(() => {
    const options = categories.map(({ _id, nameEn, nameLo }) => ({
      value: _id,
      label: isLao && nameLo !== '' ? nameLo : nameEn,
    }));
    return [{ kind: 'one', name: 'categoryId', label: t('category'), options }];
  }, [t, isLao, categories]);
}

const open = ({ _id }: Course) => editPath(paths.editCourse, _id);

/** The courses of the centre. */
export function CourseListPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const related = useRelated();
  const columns = useColumns(related);
  const filters = useFilters(related.categories);
  const view = useListView(coursesList, { sort: 'code', filters });
  const list = useCachedList(coursesList, view);
  const mayWrite = useCan(coursesList.write);
  const add = mayWrite && <AddLink to={paths.addCourse} label={t('shell:page.addCourse')} />;
  return (
    <ListPage
      name={coursesList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:nav.courses')}
      add={add}
      hint={t('searchCourses')}
      open={open}
      failed={t('failed.course.list')}
      tools={<LinkButton to={paths.courseFee}>{t('fees')}</LinkButton>}
      empty={
        <EmptyState icon={GraduationCap} title={t('emptyCourses')} text={t('emptyCoursesHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
