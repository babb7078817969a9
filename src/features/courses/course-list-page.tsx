import { GraduationCap } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { courseCategories, type CourseCategory } from '#contract/course-categories.ts';
import { courseFees } from '#contract/course-fees.ts';
import { feeFor } from '#contract/fee-rules.ts';
import { courses, type Course } from '#contract/courses.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { CategoryMark } from '#src/components/page/category-mark.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import { TwoNames } from '#src/components/page/two-names.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import listStyles from '#src/components/table/list.module.css';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { showMoney } from '#src/lib/money.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/today.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import controls from '#src/theme/controls.module.css';
import { PlainSelect } from '#src/theme/plain-field.tsx';
import styles from './courses.module.css';

const byPosition = { sort: 'position', quiet: true } as const;

/** What else the list shows of a course: its category, what follows it, and what it costs here today. */
function useRelated() {
  const branchId = useStore(({ branch }) => branch.branchData?._id ?? '');
  const { rows: categories } = useCachedList(courseCategories, byPosition);
  const { rows: all } = useCachedList(courses, { quiet: true });
  const { rows: fees } = useCachedList(courseFees, { quiet: true });
  return useMemo(() => {
    const categoryById = new Map(categories?.map((one) => [one._id, one]));
    const codeById = new Map(all?.map(({ _id, code }) => [_id, code]));
    const priceOf = ({ _id: courseId }: Course) => {
      const fee = feeFor(fees ?? [], { courseId, branchId, termId: '', priceCategory: '', basis: 'term', day: today() });
      return fee && `${showMoney(fee.amount, fee.currency)} ${fee.currency}`;
    };
    return { categories: categories ?? [], categoryOf: ({ categoryId }: Course) => categoryById.get(categoryId), codeOf: (id: string | null) => codeById.get(id ?? ''), priceOf };
  }, [categories, all, fees, branchId]);
}

type Related = ReturnType<typeof useRelated>;

function useColumns({ categoryOf, codeOf, priceOf }: Related): Column<Course>[] {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  return useMemo(() => {
    const ages = ({ minAge, maxAge }: Course) => {
      if (minAge !== null && maxAge !== null) return `${minAge}–${maxAge}`;
      if (minAge !== null) return t('agesFrom', { min: minAge });
      return maxAge === null ? '' : t('agesTo', { max: maxAge });
    };
    const length = ({ totalSessions, totalHours }: Course) => (totalSessions === null ? t('hours', { n: totalHours }) : t('sessions', { n: totalSessions }));
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
      { field: 'nameEn', label: t('name'), priority: 1, cell: (course) => <TwoNames {...course} /> },
      { field: 'code', label: t('code'), priority: 2, oneWay: true },
      { field: 'categoryId', label: t('category'), priority: 2, cell: category },
      { field: 'level', label: t('level'), priority: 3 },
      { field: 'minAge', label: t('ages'), priority: 3, cell: ages },
      { field: 'totalSessions', label: t('length'), priority: 3, cell: length },
      { field: 'nextCourseId', label: t('nextCourse'), priority: 3, oneWay: true, cell: ({ nextCourseId }) => codeOf(nextCourseId) },
      { field: 'active', label: t('status'), priority: 1, cell: ({ active }) => <StatusMark on={active} label={t(active ? 'active' : 'inactive')} /> },
      { field: '_id', label: t('termPrice'), priority: 1, align: 'end', oneWay: true, cell: (course) => priceOf(course) },
    ];
  }, [t, isLao, categoryOf, codeOf, priceOf]);
}

/** The category that is shown stands in the address, so that a reload or a bookmark keeps it. */
function useCategory() {
  const [params, setParams] = useSearchParams();
  const show = (_id: string) =>
    setParams(
      (before) => {
        if (_id) before.set('category', _id);
        else before.delete('category');
        return before;
      },
      { replace: true },
    );
  return { category: params.get('category') ?? '', show };
}

function CategoryFilter({ categories, category, show }: { categories: readonly CourseCategory[] } & ReturnType<typeof useCategory>) {
  const { t } = useTranslation(['courses', 'common']);
  const isLao = useLanguage() === 'lo';
  return (
    <div className={styles.filters}>
      <PlainSelect label={t('category')} value={category} onChange={({ target }) => show(target.value)}>
        <option value="">{t('common:list.all')}</option>
        {categories.map(({ _id, nameEn, nameLo }) => (
          <option key={_id} value={_id}>
            {isLao && nameLo !== '' ? nameLo : nameEn}
          </option>
        ))}
      </PlainSelect>
    </div>
  );
}

const open = ({ _id }: Course) => editPath(paths.editCourse, _id);

/** What the centre teaches. */
export function CourseListPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const related = useRelated();
  const columns = useColumns(related);
  const { category, show } = useCategory();
  const ofList = useListView(courses, 'code');
  const view = { ...ofList, narrowed: ofList.narrowed || category !== '', clear: () => (ofList.clear(), show('')) };
  const all = useCachedList(courses, view);
  const rows = useMemo(() => all.rows?.filter(({ categoryId }) => category === '' || categoryId === category), [all.rows, category]);
  const list = { ...all, rows };
  const mayWrite = useCan(courses.write);
  const add = <AddLink to={paths.addCourse} label={t('shell:page.addCourse')} />;
  const actions = (
    <div className={listStyles.actions}>
      <Link className={controls.button} to={paths.courseFee}>
        {t('fees')}
      </Link>
    </div>
  );
  return (
    <>
      <PageHeader title={t('shell:nav.courses')} count={rows?.length} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchCourses')} actions={actions} />
      <CategoryFilter categories={related.categories} category={category} show={show} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="coursesFetch"
        empty={
          <PageState icon={GraduationCap} title={t('emptyCourses')} text={t('emptyCoursesHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => <RecordTable label={t('shell:nav.courses')} rows={rows} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
