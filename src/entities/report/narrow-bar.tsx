import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { comparisons } from '#contract/reports/report-words.ts';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterRow } from './filter-row.tsx';
import type { Narrowing, ReportAddress } from './report-address.ts';

/** The sources of students, as on their form. */
const sources = ['walkIn', 'friend', 'facebook', 'school', 'sign', 'event', 'other'] as const;

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
  const compared = address.compare === 'none' ? [] : [t(`compare.${address.compare}`)];
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
    <FilterRow
      label={t('filters')}
      chosen={chosen}
      said={[...chosen, ...compared]}
      lead={days}
      first={[...chips.slice(0, inRow), compare]}
      more={chips.slice(inRow)}
      after={children}
    />
  );
}
