import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay } from '#contract/words/typed-day.ts';
import { useTypedText } from '#src/components/fields/use-typed-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { PlanPart } from '#src/entities/payment/plan-part.tsx';
import tenderStyles from '#src/entities/payment/payment.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { leftLater, type VisitWallet } from '#src/features/desk/visit-pricing.ts';
import { showDay } from '#src/lib/text/day.ts';

/** The date on which the rest is due; it follows the branch's rule unless another day is typed. */
function DueDate({ visit: { draft, change, rules } }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const id = useId();
  const typed = useTypedText<string>({
    value: draft.dueDate,
    change: (dueDate) => change((before) => ({ ...before, dueDate })),
    read: readDay,
    show: showDay,
  });
  const problem = typed.isTyping ? undefined : typed.problem;
  return (
    <label className={payStyles.due}>
      <span className={tenderStyles.cap}>{t('bar.dueOn')}</span>
      <input
        inputMode="numeric"
        placeholder={t('bar.dueIn', { count: rules.data?.dueDays ?? 0 })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
      />
      {problem && (
        <ErrorText as="span" id={id} role="status">
          {problem}
        </ErrorText>
      )}
    </label>
  );
}

/** The days on which the rest of a part payment is due. */
export function DuePart({ visit, wallet }: { visit: Visit; wallet: VisitWallet }) {
  return (
    <PlanPart
      plan={visit.draft.plan}
      parts={wallet.instalments}
      left={leftLater(wallet.priced)}
      onChange={(plan) => visit.change((before) => ({ ...before, plan }))}
    >
      <DueDate visit={visit} />
    </PlanPart>
  );
}
