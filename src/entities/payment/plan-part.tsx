import { Check, Plus, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addMonths, isDay } from '#contract/dates.ts';
import { readDay } from '#contract/words/typed-day.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import type { InstalmentPart } from '#contract/desk/visits.ts';
import { typedAmount } from '#src/components/fields/group-typed.ts';
import { standingText, useTypedText } from '#src/components/fields/use-typed-text.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import {
  draftPlanProblem,
  MOST_PARTS,
  sumOfParts,
  type DraftPart,
  type DraftPlan,
} from './plan.ts';
import styles from './payment.module.css';

const kip = {
  read: (text: string) => readAmount(text, 'LAK'),
  show: (amount: number) => showMoney(amount, 'LAK'),
};

type RowProps = {
  part: DraftPart;
  no: number;
  onChange: (part: DraftPart) => void;
  onRemove: () => void;
};

function PartRow({ part, no, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('payment');
  const id = useId();
  const day = useTypedText<string>({
    value: part.dueOn,
    change: (dueOn) => onChange({ ...part, dueOn }),
    read: readDay,
    show: showDay,
  });
  const noDay = day.isTyping ? undefined : day.problem;
  const typed = useTypedText<number>({
    value: part.amountLAK,
    change: (amountLAK) => onChange({ ...part, amountLAK }),
    ...kip,
  });
  const text = typed.isTyping ? typed.text : standingText(part.amountLAK, kip);
  return (
    <li>
      <span aria-hidden>{no}</span>
      <InputBox>
        <input
          aria-label={t('plan.dueOn', { n: no })}
          inputMode="numeric"
          aria-invalid={noDay !== undefined}
          aria-describedby={noDay && id}
          value={day.text}
          onChange={({ target }) => day.type(target.value)}
          onBlur={day.leave}
        />
      </InputBox>
      <InputBox>
        <input
          aria-label={t('plan.amount', { n: no })}
          inputMode="numeric"
          dir="ltr"
          className={styles.amount}
          aria-invalid={typed.problem !== undefined}
          value={text}
          onChange={(event) => typed.type(typedAmount(text, event, 'LAK'))}
          onBlur={typed.leave}
        />
      </InputBox>
      <IconButton icon={X} label={t('plan.remove', { n: no })} onClick={onRemove} />
      {noDay && (
        <span className={styles.noDay}>
          <ErrorText as="span" id={id} role="status">
            {noDay}
          </ErrorText>
        </span>
      )}
    </li>
  );
}

/** Tells if the parts add up to the balance, or what is wrong with them. */
function Adding({ parts, left }: { parts: readonly DraftPart[]; left: number }) {
  const { t } = useTranslation('payment');
  const sum = sumOfParts(parts);
  const problem = draftPlanProblem(parts, left);
  if (problem === undefined || (problem === 'unfinished' && sum === left)) {
    return (
      <p role="status" className={styles.adds}>
        <Check aria-hidden size={16} />
        {t('plan.adds', { count: parts.length, sum: formatNumber(sum) })}
      </p>
    );
  }
  return (
    <p role="status" className={styles.objection}>
      {problem === 'daysTurned'
        ? t('plan.turned')
        : t(sum < left ? 'plan.missing' : 'plan.over', {
            sum: formatNumber(sum),
            left: formatNumber(left),
            rest: formatNumber(Math.abs(left - sum)),
          })}
    </p>
  );
}

type PlanPartProps = {
  plan: DraftPlan | null;
  /** The calculated equal parts. */
  parts: readonly InstalmentPart[];
  /** The sum that the parts have to add up to. */
  left: number;
  onChange: (plan: DraftPlan | null) => void;
  /** The due date of a single payment, or of the first equal part. */
  children?: ReactNode;
};

/** Schedules the balance: on one day, in equal parts, or in typed parts. */
export function PlanPart({ plan, parts, left, onChange: set, children }: PlanPartProps) {
  const { t } = useTranslation('payment');
  const shown: readonly DraftPart[] = plan?.kind === 'typed' ? plan.parts : parts;
  const type = (typed: readonly DraftPart[]) => set({ kind: 'typed', parts: [...typed] });
  const last = shown.at(-1)?.dueOn ?? null;
  const next = isDay(last) ? addMonths(last, 1) : null;
  const add = () =>
    plan?.kind === 'typed'
      ? type([...shown, { dueOn: next, amountLAK: null }])
      : set({ kind: 'equal', count: shown.length + 1 });
  return (
    <section aria-label={t('plan.title')} className={styles.plan}>
      <div className={styles.sum}>
        <span>
          {t('plan.rest')} <b>{formatNumber(left)}</b>
        </span>
        <Segments
          label={t('plan.title')}
          options={[false, true].map((isInParts) => ({
            value: isInParts,
            label: t(isInParts ? 'plan.parts' : 'plan.once'),
          }))}
          value={plan !== null}
          onChoose={(isInParts) => set(isInParts ? (plan ?? { kind: 'equal', count: 2 }) : null)}
        />
      </div>
      {plan?.kind !== 'typed' && children}
      {plan && (
        <>
          <ol className={styles.planParts}>
            {shown.map((part, at) => (
              <PartRow
                key={at}
                no={at + 1}
                part={part}
                onChange={(next) =>
                  type(shown.map((other, place) => (place === at ? next : other)))
                }
                onRemove={() =>
                  plan.kind === 'typed'
                    ? type(shown.filter((_one, place) => place !== at))
                    : set(shown.length > 1 ? { kind: 'equal', count: shown.length - 1 } : null)
                }
              />
            ))}
          </ol>
          <div className={styles.acts}>
            <Button icon={Plus} disabled={shown.length >= MOST_PARTS} onClick={add}>
              {t('plan.add')}
            </Button>
            {plan.kind === 'typed' && (
              <Button onClick={() => set({ kind: 'equal', count: Math.max(1, shown.length) })}>
                {t('plan.equal')}
              </Button>
            )}
            <Adding parts={shown} left={left} />
          </div>
        </>
      )}
    </section>
  );
}
