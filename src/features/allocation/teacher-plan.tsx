import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assigned } from '#contract/allocation.ts';
import type { SchoolClass } from '#contract/classes.ts';
import { api, ApiError } from '#src/lib/api.ts';
import { showDay } from '#src/lib/day.ts';
import { say } from '#src/lib/i18n.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { useCan } from '#src/lib/use-can.ts';
import controls from '#src/theme/controls.module.css';
import styles from './board.module.css';
import type { Done } from './done-panel.tsx';
import rowStyles from './rows.module.css';

/** A class that is to have this teacher, or none, once the board is saved. */
export type PlannedClass = { row: SchoolClass; teacherId: string | null };

type Refused = Assigned['rows'];

type TeacherPlanProps = {
  planned: readonly PlannedClass[];
  nameOf: (teacherId: string | null) => string | undefined;
  onChange: (planned: PlannedClass[]) => void;
  onSaved: (done: Done) => void;
};

/** What is to be saved, and after a refusal what stands in the way of each. */
export function TeacherPlan({ planned, nameOf, onChange, onSaved }: TeacherPlanProps) {
  const { t } = useTranslation(['allocation', 'common']);
  const id = useId();
  const mayOverride = useCan('classes:override');
  const [overrideReason, setOverride] = useState('');
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<Refused>([]);
  const [isSending, setSending] = useState(false);
  const lineOf = ({ row, teacherId }: PlannedClass) => `${row.classCode} → ${nameOf(teacherId) ?? t('teacher.takesFrom')}`;
  const againstOf = ({ row }: PlannedClass) => {
    const found = refused.find(({ classId }) => classId === row._id);
    const [clash] = found?.clashes ?? [];
    if (clash) return t('teacher.clash', { class: clash.classCode, date: showDay(clash.date), start: clash.start, end: clash.end });
    return found?.unavailable ? t('teacher.unavailable') : undefined;
  };
  const save = async () => {
    setSending(true);
    setProblem(undefined);
    const assignments = planned.map(({ row, teacherId }) => ({ classId: row._id, teacherId, version: row.version }));
    const send = (key: string) =>
      api.post<Assigned>('/classes/teachers', { assignments, overrideReason }, { ...settling(key), quiet: true }).catch((error: unknown) => {
        if (error instanceof ApiError) setRefused((error.body.rows ?? []) as Refused);
        throw error;
      });
    const result = await saveOnce(send);
    setSending(false);
    if (result.outcome !== 'saved') return setProblem(result.outcome === 'refused' ? result.reason : say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown'));
    const back = result.row.rows.map(({ classId, before, version }) => ({ classId, teacherId: before, version }));
    return onSaved({ lines: planned.map(lineOf), undo: { path: '/classes/teachers', body: { assignments: back } } });
  };
  return (
    <section className={rowStyles.plan} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('plan.title')}</h2>
      <ul>
        {planned.map((one) => (
          <li key={one.row._id} className={rowStyles.row}>
            <span className={rowStyles.who}>
              {lineOf(one)}
              {againstOf(one) && <span className={rowStyles.mark}>{againstOf(one)}</span>}
            </span>
            <button type="button" className={controls.icon} aria-label={`${t('common:action.remove')}: ${one.row.classCode}`} onClick={() => onChange(planned.filter((other) => other !== one))}>
              <X aria-hidden size={18} />
            </button>
          </li>
        ))}
      </ul>
      {refused.length > 0 && mayOverride && (
        <label className={`${styles.field} ${rowStyles.reasons}`}>
          {t('plan.override')}
          <input type="text" maxLength={200} value={overrideReason} onChange={(event) => setOverride(event.target.value)} />
        </label>
      )}
      {problem && (
        <p role="alert" className={rowStyles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className={`${controls.button} ${controls.solid}`} disabled={isSending} onClick={() => void save()}>
          {t('plan.saveClasses', { count: planned.length })}
        </button>
        <button type="button" className={controls.button} onClick={() => onChange([])}>
          {t('plan.clear')}
        </button>
      </div>
    </section>
  );
}
