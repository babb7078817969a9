import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { entries, isBlocking, type CheckedRow, type Entry } from '#contract/classes/enrolling.ts';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { type PlannedEnrolment, type useChecks } from './enrolling.ts';
import rowStyles from './rows.module.css';
import { PlanBar } from './plan-bar.tsx';
import type { Plan } from './use-plan.ts';

/** The plan: the students, and the values they share. */
export type StudentPlan = {
  rows: readonly PlannedEnrolment[];
  noChargeReason: string;
  overrideReason: string;
  acceptWarnings: boolean;
};

type PlanPanelProps = {
  plan: Plan<StudentPlan>;
  checks: ReturnType<typeof useChecks>;
  classCodeOf: (classId: string) => string;
  /** Tells that a student was removed from the plan. */
  onRemoved: (words: string) => void;
};

const keyOf = ({ student, classId }: PlannedEnrolment) => `${student._id} ${classId}`;
const nameOf = ({ student }: PlannedEnrolment) => currentName(student);

function PlanRow({
  one,
  code,
  checked,
  onAs,
  onRemove,
}: {
  one: PlannedEnrolment;
  code: string;
  checked: CheckedRow | undefined;
  onAs: (as: Entry) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation(['allocation', 'common']);
  const mayGiveFree = useCan('enrolments:activate-unpaid');
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
      <InputBox>
        {' '}
        <select
          aria-label={`${t('plan.as')}: ${nameOf(one)}`}
          value={one.as}
          onChange={(event) => onAs(event.target.value as Entry)}
        >
          {entries
            .filter((entry) => mayGiveFree || entry !== 'active')
            .map((entry) => (
              <option key={entry} value={entry}>
                {t(`plan.entry.${entry}`)}
              </option>
            ))}
        </select>
      </InputBox>{' '}
      <IconButton
        icon={X}
        label={`${t('common:action.remove')}: ${nameOf(one)}`}
        onClick={onRemove}
      />
    </li>
  );
}

/** The planned students, each with the objections; one save for all of them. */
export function PlanPanel({ plan, checks, classCodeOf, onRemoved }: PlanPanelProps) {
  const { t } = useTranslation(['allocation', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  const mayOverride = useCan('classes:override');
  const { rows, noChargeReason, overrideReason, acceptWarnings } = plan.values;
  const checkedOf = (one: PlannedEnrolment) =>
    checks.data?.find(
      ({ studentId, classId }) => studentId === one.student._id && classId === one.classId,
    );
  const findings = rows.flatMap((one) => checkedOf(one)?.findings ?? []);
  const has = (weight: string) => findings.some((finding) => finding.weight === weight);
  const isBlocked = findings.some((finding) =>
    isBlocking(finding, { mayOverride, overrideReason: overrideReason.trim(), acceptWarnings }),
  );
  const remove = (one: PlannedEnrolment) => {
    plan.change({ rows: rows.filter((other) => other !== one) });
    onRemoved(t('said.removed', { name: nameOf(one), class: classCodeOf(one.classId) }));
    heading.current?.focus();
  };
  const isSomeFree = rows.some(({ as }) => as === 'active');
  const found = rows.filter((one) => (checkedOf(one)?.findings.length ?? 0) > 0).length;
  return (
    <PlanBar
      plan={plan}
      summary={[
        t('plan.count', { count: rows.length }),
        found > 0 && t('plan.found', { count: found }),
      ]
        .filter(Boolean)
        .join(DOT)}
      save={t('plan.save', { count: rows.length })}
      isUnchecked={!checks.data}
      isBlocked={isBlocked || (isSomeFree && noChargeReason.trim() === '')}
    >
      <div className={rowStyles.plan}>
        <h2 ref={heading} tabIndex={-1}>
          {t('plan.title')}
        </h2>
        <ul>
          {rows.map((one) => (
            <PlanRow
              key={keyOf(one)}
              one={one}
              code={classCodeOf(one.classId)}
              checked={checkedOf(one)}
              onAs={(as) =>
                plan.change({ rows: rows.map((other) => (other === one ? { ...one, as } : other)) })
              }
              onRemove={() => remove(one)}
            />
          ))}
        </ul>
        <div className={rowStyles.reasons}>
          {isSomeFree && (
            <PlainField
              label={t('plan.noCharge')}
              required
              maxLength={200}
              value={noChargeReason}
              onChange={(event) => plan.change({ noChargeReason: event.target.value })}
            />
          )}
          {has('override') && mayOverride && (
            <PlainField
              label={t('plan.override')}
              maxLength={200}
              value={overrideReason}
              onChange={(event) => plan.change({ overrideReason: event.target.value })}
            />
          )}
        </div>
        {has('override') && !mayOverride && <Note tone="wait">{t('plan.overrideNeeded')}</Note>}
        {has('warn') && (
          <Tick
            checked={acceptWarnings}
            onChange={(event) => plan.change({ acceptWarnings: event.target.checked })}
          >
            {t('plan.accept')}
          </Tick>
        )}
      </div>
    </PlanBar>
  );
}
