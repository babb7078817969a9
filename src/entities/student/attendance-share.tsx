import { TrendingDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Student } from '#contract/people/students.ts';
import { LOW_ATTENDANCE_PERCENT } from '#contract/people/student-words.ts';
import { percentOf } from '#contract/reports/percent.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import styles from './attendance-share.module.css';

/**
 * How much of a class somebody attended: a bar with its per cent, or both numbers of fewer than ten
 * sessions (docs/figures.md, "Rules for every figure").
 */
export function AttendanceShare({ of }: { of: Student['attendance'] }) {
  const { t } = useTranslation('people');
  if (of === null)
    return (
      <span className={styles.none} data-part="none">
        —
      </span>
    );
  const { attended, missed } = of;
  const all = attended + missed;
  const percent = percentOf(attended, all);
  if (percent === null)
    return (
      <bdi dir="ltr">
        {attended} / {all}
      </bdi>
    );
  const isLow = percent < LOW_ATTENDANCE_PERCENT;
  return (
    <span className={styles.share} data-low={isLow || undefined}>
      <span aria-hidden className={styles.bar}>
        <span style={{ width: `${percent}%` }} />
      </span>
      {isLow && <TrendingDown aria-hidden size={14} strokeWidth={1.75} />}
      <bdi dir="ltr">{Math.round(percent)} %</bdi>
      {isLow && <Unseen> {t('lowAttendance', { percent: LOW_ATTENDANCE_PERCENT })}</Unseen>}
    </span>
  );
}
