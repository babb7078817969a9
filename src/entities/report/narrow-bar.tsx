import { useTranslation } from 'react-i18next';
import { academicTerms } from '#contract/lists/academic-terms.ts';
import { teachers } from '#contract/lists/teachers.ts';
import { comparisons } from '#contract/report-words.ts';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { PlainSelect } from '#src/theme/plain-field.tsx';
import type { Narrowing, ReportAddress } from './report-address.ts';
import styles from './report.module.css';

/** The sources of students, as on their form. */
const sources = ['walkIn', 'friend', 'facebook', 'school', 'sign', 'event', 'other'] as const;

type NarrowBarProps = { address: ReportAddress; with: readonly Narrowing[]; compares?: boolean };

/** What a report is narrowed to, and the days that it is compared with. */
export function NarrowBar({ address, with: shown, compares = true }: NarrowBarProps) {
  const { t } = useTranslation('reports');
  const nameOf = usePersonName();
  const { rows: courseRows, names } = useCourseNames();
  const { rows: termRows = [] } = useCachedList(academicTerms, { sort: '-startDate', quiet: true });
  const { rows: teacherRows = [] } = useCachedList(teachers, { sort: 'firstName', quiet: true });
  const options: Record<Narrowing, readonly (readonly [value: string, label: string])[]> = {
    termId: termRows.map(({ _id, name, academicYear }) => [_id, `${academicYear} ${name}`]),
    courseId: courseRows.map(({ _id }) => [_id, names.get(_id) ?? '']),
    classId: [],
    teacherId: teacherRows.map((teacher) => [teacher._id, nameOf(teacher)]),
    source: sources.map((source) => [source, t(`word.${source}`)]),
  };
  const labels = { termId: t('by.term'), courseId: t('by.course'), classId: t('by.class'), teacherId: t('by.teacher'), source: t('by.source') };
  return (
    <div className={styles.narrow} role="group" aria-label={t('filters')}>
      {shown.map((name) => (
        <PlainSelect key={name} label={labels[name]} value={address.narrowed[name] ?? ''} onChange={({ target }) => address.change({ [name]: target.value })}>
          <option value="">{t('all')}</option>
          {options[name].map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
      ))}
      {compares && (
        <PlainSelect label={t('compare.label')} value={address.compare} onChange={({ target }) => address.change({ compare: target.value === 'none' ? undefined : target.value })}>
          {comparisons.map((one) => (
            <option key={one} value={one}>
              {t(`compare.${one}`)}
            </option>
          ))}
        </PlainSelect>
      )}
    </div>
  );
}
