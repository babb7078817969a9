import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { comparisons } from '#contract/reports/report-words.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from './report.module.css';
import type { Narrowing, ReportAddress } from './report-address.ts';

/** The sources of students, as on their form. */
const sources = ['walkIn', 'friend', 'facebook', 'school', 'sign', 'event', 'other'] as const;

type FoldProps = {
  label: string;
  chosen: readonly string[];
  children: ReactNode;
  after: ReactNode;
};

/**
 * Folds the filters on a phone behind a button that names the chosen ones, so that the first figure
 * is visible.
 */
function Fold({ label, chosen, children, after }: FoldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {chosen.length > 0 && <p className={styles.onPaper}>{chosen.join(' · ')}</p>}
      <div className={styles.fold}>
        <Button
          icon={SlidersHorizontal}
          className={styles.turn}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            {t('list.filters')} {chosen.length > 0 && <b>{chosen.join(' · ')}</b>}
          </span>
        </Button>
        <div
          id={id}
          className={styles.narrow}
          data-folded={!isOpen || undefined}
          role="group"
          aria-label={label}
        >
          {children}
        </div>
        {after}
      </div>
    </>
  );
}

type NarrowBarProps = {
  address: ReportAddress;
  with: readonly Narrowing[];
  compares?: boolean;
  /** Shown after the filters. */
  children?: ReactNode;
};

/** The filters of a report, and the period to compare with. */
export function NarrowBar({ address, with: shown, compares = true, children }: NarrowBarProps) {
  const { t } = useTranslation('reports');
  const nameOf = usePersonName();
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
  if (compares && address.compare !== 'none') chosen.push(t(`compare.${address.compare}`));
  return (
    <Fold label={t('filters')} chosen={chosen} after={children}>
      {shown.map((name) => (
        <PlainSelect
          key={name}
          label={labels[name]}
          value={address.narrowed[name] ?? ''}
          onChange={({ target }) => address.change({ [name]: target.value })}
        >
          <option value="">{t('all')}</option>
          {options[name].map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
      ))}
      {compares && (
        <PlainSelect
          label={t('compare.label')}
          value={address.compare}
          onChange={({ target }) =>
            address.change({ compare: target.value === 'none' ? undefined : target.value })
          }
        >
          {comparisons.map((comparison) => (
            <option key={comparison} value={comparison}>
              {t(`compare.${comparison}`)}
            </option>
          ))}
        </PlainSelect>
      )}
    </Fold>
  );
}
