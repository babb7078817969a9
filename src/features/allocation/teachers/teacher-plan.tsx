import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import rowStyles from '#src/features/allocation/rows.module.css';
import { PlanBar } from '#src/features/allocation/plan-bar.tsx';
import type { PlannedClass, useAssignments } from './teacher-assignments.ts';

type TeacherPlanProps = {
  plan: ReturnType<typeof useAssignments>;
  nameOf: (teacherId: string | null) => string | undefined;
  lineOf: (row: PlannedClass) => string;
  /** Tells that a row was removed from the plan. */
  onRemoved: (words: string) => void;
};

/** The planned changes, and after a refusal the objections to each. */
export function TeacherPlan({ plan, nameOf, lineOf, onRemoved }: TeacherPlanProps) {
  const { t } = useTranslation(['allocation', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  const mayOverride = useCan('classes:override');
  const { rows, overrideReason } = plan.values;
  const againstOf = (one: PlannedClass) => {
    const now = plan.changedSince(one);
    if (now)
      return now.teacherId === null
        ? t('teacher.emptied')
        : t('teacher.changed', { name: nameOf(now.teacherId) });
    const found = plan.refused.find(
      ({ classId, teacherId }) => classId === one.classId && teacherId === one.teacherId,
    );
    const [clash] = found?.clashes ?? [];
    if (clash)
      return t('teacher.clash', {
        class: clash.classCode,
        date: showDay(clash.date),
        start: clash.start,
        end: clash.end,
      });
    return found?.unavailable ? t('teacher.unavailable') : undefined;
  };
  const remove = (one: PlannedClass) => {
    plan.remove(one);
    onRemoved(t('said.back', { class: one.classCode }));
    heading.current?.focus();
  };
  const found = rows.filter((one) => againstOf(one) !== undefined).length;
  return (
    <PlanBar
      plan={plan}
      summary={[
        t('plan.countClasses', { count: rows.length }),
        found > 0 && t('plan.found', { count: found }),
      ]
        .filter(Boolean)
        .join(DOT)}
      save={t('plan.saveClasses', { count: rows.length })}
    >
      <div className={rowStyles.plan}>
        <h2 ref={heading} tabIndex={-1}>
          {t('plan.title')}
        </h2>
        <ul>
          {rows.map((one) => (
            <li key={one.classId} className={rowStyles.row}>
              <span className={rowStyles.who}>
                {lineOf(one)}
                {againstOf(one) && <span className={rowStyles.mark}>{againstOf(one)}</span>}
              </span>
              <IconButton
                icon={X}
                label={`${t('common:action.remove')}: ${one.classCode}`}
                onClick={() => remove(one)}
              />
            </li>
          ))}
        </ul>
        {plan.refused.length > 0 && mayOverride && (
          <div className={rowStyles.reasons}>
            <PlainField
              label={t('plan.override')}
              maxLength={200}
              value={overrideReason}
              onChange={(event) => plan.change({ overrideReason: event.target.value })}
            />
          </div>
        )}
        {plan.refused.length > 0 && !mayOverride && (
          <Note tone="wait">{t('plan.overrideNeeded')}</Note>
        )}
      </div>
    </PlanBar>
  );
}
