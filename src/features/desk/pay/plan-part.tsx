import { Check, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addMonths } from '#contract/instalments.ts';
import { readAmount } from '#contract/typed-number.ts';
import { standingText, useTypedText } from '#src/components/fields/use-typed-text.ts';
import payStyles from '#src/features/desk/pay.module.css';
import planStyles from '#src/features/desk/pay/plan.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { DraftPlan } from '#src/features/desk/visit-draft.ts';
import { leftLater } from '#src/features/desk/visit-input.ts';
import type { Wallet } from '#src/features/desk/visit-money.ts';
import { dayAsTyped, showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';

const MOST_PARTS = 12;
type Part = Extract<DraftPlan, { kind: 'typed' }>['parts'][number];

const kip = { read: (text: string) => readAmount(text, 'LAK'), show: (amount: number) => showMoney(amount, 'LAK') };

type RowProps = { part: Part; no: number; onChange: (part: Part) => void; onRemove: () => void };

function PartRow({ part, no, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('desk');
  const typed = useTypedText<number>({ value: part.amountLAK, change: (amountLAK) => onChange({ ...part, amountLAK }), ...kip });
  return (
    <li>
      <span aria-hidden>{no}</span>
      <span className={controls.input}>
        <input aria-label={t('plan.dueOn', { n: no })} inputMode="numeric" value={showDay(part.dueOn)} onChange={({ target }) => onChange({ ...part, dueOn: dayAsTyped(target.value) })} />
      </span>
      <span className={controls.input}>
        <input aria-label={t('plan.amount', { n: no })} inputMode="numeric" dir="ltr" className={planStyles.amount} aria-invalid={typed.problem !== undefined} value={typed.isTyping ? typed.text : standingText(part.amountLAK, kip)} onChange={({ target }) => typed.type(target.value)} onBlur={typed.leave} />
      </span>
      <button type="button" className={controls.icon} aria-label={t('plan.remove', { n: no })} onClick={onRemove}>
        <X aria-hidden size={16} />
      </button>
    </li>
  );
}

/** Whether the parts add up to what is left. */
function Adding({ parts, left }: { parts: readonly Part[]; left: number }) {
  const { t } = useTranslation('desk');
  const sum = parts.reduce((all, { amountLAK }) => all + (typeof amountLAK === 'number' ? amountLAK : 0), 0);
  return (
    <p role="status" className={sum === left ? planStyles.adds : payStyles.objection}>
      {sum === left && <Check aria-hidden size={16} />}
      {t(sum === left ? 'plan.adds' : 'plan.differs', { count: parts.length, sum: formatNumber(sum), left: formatNumber(left) })}
    </p>
  );
}

/** What is left, at once on one day or in parts: so many equal ones, or as somebody types them. */
export function PlanPart({ visit: { draft, change }, wallet }: { visit: Visit; wallet: Wallet }) {
  const { t } = useTranslation('desk');
  const { plan } = draft;
  const left = leftLater(wallet.priced);
  const shown: readonly Part[] = plan?.kind === 'typed' ? plan.parts : wallet.instalments;
  const set = (next: DraftPlan | null) => change((before) => ({ ...before, plan: next }));
  const type = (parts: readonly Part[]) => set({ kind: 'typed', parts: [...parts] });
  const last = shown.at(-1);
  const next = /^\d{4}-\d\d-\d\d$/.test(last?.dueOn ?? '') ? addMonths(last?.dueOn ?? '', 1) : null;
  const add = () => (plan?.kind === 'typed' ? type([...shown, { dueOn: next, amountLAK: null }]) : set({ kind: 'equal', count: shown.length + 1 }));
  return (
    <section aria-label={t('plan.title')} className={planStyles.plan}>
      <div className={payStyles.sum}>
        <span>
          {t('plan.rest')} <b>{formatNumber(left)}</b>
        </span>
        <div className={controls.segments} role="group" aria-label={t('plan.title')}>
          <button type="button" aria-pressed={plan === null} onClick={() => set(null)}>
            {t('plan.once')}
          </button>
          <button type="button" aria-pressed={plan !== null} onClick={() => plan ?? set({ kind: 'equal', count: 2 })}>
            {t('plan.parts')}
          </button>
        </div>
      </div>
      {plan && (
        <>
          <ol className={planStyles.parts}>
            {shown.map((part, at) => (
              <PartRow key={at} no={at + 1} part={part} onChange={(one) => type(shown.map((other, place) => (place === at ? one : other)))} onRemove={() => (plan.kind === 'typed' ? type(shown.filter((_one, place) => place !== at)) : set(shown.length > 1 ? { kind: 'equal', count: shown.length - 1 } : null))} />
            ))}
          </ol>
          <div className={payStyles.sum}>
            <button type="button" className={controls.button} disabled={shown.length >= MOST_PARTS} onClick={add}>
              <Plus aria-hidden size={16} />
              {t('plan.add')}
            </button>
            {plan.kind === 'typed' && (
              <button type="button" className={controls.button} onClick={() => set({ kind: 'equal', count: Math.max(1, shown.length) })}>
                {t('plan.equal')}
              </button>
            )}
            <Adding parts={shown} left={left} />
          </div>
        </>
      )}
    </section>
  );
}
