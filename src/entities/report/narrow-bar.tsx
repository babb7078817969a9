import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { comparisons } from '#contract/reports/report-words.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { FilterChip } from './filter-chip.tsx';
import page from './report-page.module.css';
import styles from './report.module.css';
import type { Narrowing, ReportAddress } from './report-address.ts';

/** The sources of students, as on their form. */
const sources = ['walkIn', 'friend', 'facebook', 'school', 'sign', 'event', 'other'] as const;

type FoldProps = {
  label: string;
  chosen: readonly string[];
  /** The days, which are never folded. */
  days: ReactNode;
  /** The filters in the row, and those behind a button. */
  first: readonly ReactNode[];
  more: readonly ReactNode[];
  after: ReactNode;
};

/**
 * One row of filters; the last ones fold behind a button. On a phone all but the days do, and the
 * button names the chosen ones, so that the first figure is visible.
 */
function Fold({ label, chosen, days, first, more, after }: FoldProps) {
  const { t } = useTranslation(['common', 'reports']);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {chosen.length > 0 && (
        <p className={styles.onPaper} data-paper>
          {chosen.join(DOT)}
        </p>
      )}
      <div
        id={id}
        className={page.chips}
        data-open={isOpen || undefined}
        role="group"
        aria-label={label}
      >
        {days}
        {first}
        <Button
          icon={SlidersHorizontal}
          className={page.turn}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={page.few}>{t('reports:moreFilters', { count: more.length })}</span>
          <span className={page.all}>
            {t('list.filters')} {chosen.length > 0 && <b>{chosen.join(DOT)}</b>}
          </span>
        </Button>
        <div className={page.rest}>
          {more}
          {after}
        </div>
      </div>
    </>
  );
}

/** Filters that stay in the row beside the days and the comparison; one where two have no room. */
const MOST_IN_ROW = 2;
const NARROW = '(width < 1180px)';

/** Course and teacher are asked for most. */
const rowOrder: readonly Narrowing[] = ['courseId', 'teacherId', 'termId', 'source', 'classId'];

type NarrowBarProps = {
  address: ReportAddress;
  with: readonly Narrowing[];
  /** The choice of the days. */
  days: ReactNode;
  /** Shown after the filters. */
  children?: ReactNode;
};

/** The filters of a report, and the period to compare with. */
export function NarrowBar({ address, with: shown, days, children }: NarrowBarProps) {
  const { t } = useTranslation('reports');
  const nameOf = usePersonName();
  const inRow = useMedia(NARROW) ? 1 : MOST_IN_ROW;
  const { rows: courseRows, names } = useCourseNames();
  const { rows: termRows = [] } = useCachedList(academicTermsList, {
    sort: '-startDate',
    quiet: true,
  });
  const { rows: teacherRows = [] } = useCachedList(teachersList, {
    sort: 'firstName',
    quiet: true,
  });
  const options: Record<Narrowing, readonly (readonly [value: string, label: string])[]> = {
    termId: termRows.map(({ _id, name, academicYear }) => [_id, `${name} ${academicYear}`]),
    courseId: courseRows.map(({ _id }) => [_id, names.get(_id) ?? '']),
    classId: [],
    teacherId: teacherRows.map((teacher) => [teacher._id, nameOf(teacher)]),
    source: sources.map((source) => [source, t(`word.${source}`)]),
  };
  const labels = {
    termId: t('by.term'),
    courseId: t('by.course'),
    classId: t('by.class'),
    teacherId: t('by.teacher'),
    source: t('by.source'),
  };
  const chosen = shown.flatMap(
    (name) => options[name].find(([value]) => value === address.narrowed[name])?.[1] ?? [],
  );
  if (address.compare !== 'none') chosen.push(t(`compare.${address.compare}`));
  const chips = shown
    .toSorted((a, b) => rowOrder.indexOf(a) - rowOrder.indexOf(b))
    .map((name) => (
      <FilterChip
        key={name}
        label={labels[name]}
        value={address.narrowed[name] ?? ''}
        onChange={(value) => address.change({ [name]: value })}
      >
        <option value="">{t('all')}</option>
        {options[name].map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChip>
    ));
  const compare = (
    <FilterChip
      key="compare"
      label={t('compare.label')}
      value={address.compare}
      onChange={(value) => address.change({ compare: value === 'previous' ? undefined : value })}
    >
      {comparisons.map((comparison) => (
        <option key={comparison} value={comparison}>
          {t(`compare.${comparison}`)}
        </option>
      ))}
    </FilterChip>
  );
  return (
    <Fold
      label={t('filters')}
      chosen={chosen}
      days={days}
      first={[...chips.slice(0, inRow), compare]}
      more={chips.slice(inRow)}
      after={children}
    />
  );
}
