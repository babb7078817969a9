import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entries, stands, type CheckedRow, type EnrolledRow, type Entry } from '#contract/enrolling.ts';
import { api } from '#src/lib/api.ts';
import { say } from '#src/lib/i18n.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { useCan } from '#src/lib/use-can.ts';
import controls from '#src/theme/controls.module.css';
import styles from './board.module.css';
import { useChecks, useFindingText, type Planned } from './enrolling.ts';
import rowStyles from './rows.module.css';

type PlanPanelProps = {
  planned: readonly Planned[];
  classCodeOf: (classId: string) => string;
  onChange: (planned: Planned[]) => void;
  onSaved: (rows: EnrolledRow[], planned: readonly Planned[]) => void;
};

const keyOf = ({ student, classId }: Planned) => `${student._id} ${classId}`;
const nameOf = ({ student: { firstName, lastName } }: Planned) => `${firstName} ${lastName}`;

function PlanRow({ one, code, checked, onAs, onRemove }: { one: Planned; code: string; checked: CheckedRow | undefined; onAs: (as: Entry) => void; onRemove: () => void }) {
  const { t } = useTranslation(['allocation', 'common']);
  const findingText = useFindingText();
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.who}>
        {`${nameOf(one)} → ${code}`}
        {checked?.findings.map((finding) => (
          <span key={finding.check} className={rowStyles.mark} data-weight={finding.weight}>
            {findingText(finding)}
          </span>
        ))}
        {checked?.findings.length === 0 && <small>{t('check.ok')}</small>}
      </span>
      <select aria-label={`${t('plan.as')}: ${nameOf(one)}`} value={one.as} onChange={(event) => onAs(event.target.value as Entry)}>
        {entries.map((entry) => (
          <option key={entry} value={entry}>
            {t(`plan.entry.${entry}`)}
          </option>
        ))}
      </select>
      <button type="button" className={controls.icon} aria-label={`${t('common:action.remove')}: ${nameOf(one)}`} onClick={onRemove}>
        <X aria-hidden size={18} />
      </button>
    </li>
  );
}

/** What is to be saved: each with what speaks against it; one save for all of them. */
export function PlanPanel({ planned, classCodeOf, onChange, onSaved }: PlanPanelProps) {
  const { t } = useTranslation(['allocation', 'common']);
  const id = useId();
  const mayOverride = useCan('classes:override');
  const [noChargeReason, setNoCharge] = useState(() => t('plan.noChargeStart'));
  const [overrideReason, setOverride] = useState('');
  const [acceptWarnings, setAccept] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const rows = planned.map(({ student, classId, as }) => ({ studentId: student._id, classId, as }));
  const checks = useChecks(rows, true);
  const checkedOf = (one: Planned) => checks.data?.find(({ studentId, classId }) => studentId === one.student._id && classId === one.classId);
  const findings = planned.flatMap((one) => checkedOf(one)?.findings ?? []);
  const has = (weight: string) => findings.some((finding) => finding.weight === weight);
  const isBlocked = findings.some((finding) => stands(finding, { mayOverride, overrideReason: overrideReason.trim(), acceptWarnings }));
  const save = async () => {
    setSending(true);
    setProblem(undefined);
    const body = { rows, noChargeReason, overrideReason, acceptWarnings };
    const result = await saveOnce((key) => api.post<{ rows: EnrolledRow[] }>('/enrolments', body, { ...settling(key), quiet: true }));
    setSending(false);
    if (result.outcome === 'saved') return onSaved(result.row.rows, planned);
    if (result.outcome === 'refused') void checks.refetch();
    return setProblem(result.outcome === 'refused' ? result.reason : result.outcome === 'invalid' ? Object.values(result.fields).join(', ') : say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown'));
  };
  return (
    <section className={rowStyles.plan} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('plan.title')}</h2>
      <ul>
        {planned.map((one) => (
          <PlanRow
            key={keyOf(one)}
            one={one}
            code={classCodeOf(one.classId)}
            checked={checkedOf(one)}
            onAs={(as) => onChange(planned.map((other) => (other === one ? { ...one, as } : other)))}
            onRemove={() => onChange(planned.filter((other) => other !== one))}
          />
        ))}
      </ul>
      <div className={rowStyles.reasons}>
        <label className={styles.field}>
          {t('plan.noCharge')}
          <input type="text" maxLength={200} value={noChargeReason} onChange={(event) => setNoCharge(event.target.value)} />
        </label>
        {has('override') && mayOverride && (
          <label className={styles.field}>
            {t('plan.override')}
            <input type="text" maxLength={200} value={overrideReason} onChange={(event) => setOverride(event.target.value)} />
          </label>
        )}
      </div>
      {has('override') && !mayOverride && <p className={styles.notice}>{t('plan.overrideNeeded')}</p>}
      {has('warn') && (
        <label className={rowStyles.accept}>
          <input type="checkbox" checked={acceptWarnings} onChange={(event) => setAccept(event.target.checked)} />
          {t('plan.accept')}
        </label>
      )}
      {problem && (
        <p role="alert" className={rowStyles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className={`${controls.button} ${controls.solid}`} disabled={isSending || isBlocked || !checks.data || noChargeReason.trim() === ''} onClick={() => void save()}>
          {t('plan.save', { count: planned.length })}
        </button>
        <button type="button" className={controls.button} onClick={() => onChange([])}>
          {t('plan.clear')}
        </button>
      </div>
    </section>
  );
}
