import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { isDay } from '#contract/dates.ts';
import { date, text } from '#contract/fields.ts';
import { nextDue, openParts } from '#contract/orders/instalments.ts';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';
import { draftPlanProblem, draftInstalments, type DraftPlan } from '#src/entities/payment/plan.ts';
import { PlanPart } from '#src/entities/payment/plan-part.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import type { ActProps } from './act-dialog.tsx';
import { useOrderAct } from './use-order-act.ts';
import { WaitingDialog } from '#src/entities/order/pay/waiting-dialog.tsx';

/** Instalments must add up to this balance, in the order of their days. */
const schemaFor = (balance: number) =>
  z
    .object({
      plan: z.custom<DraftPlan | null>(),
      firstDueOn: z.nullable(z.string()),
      reason: text(200),
    })
    .check(
      z.refine(
        ({ plan }) => plan?.kind !== 'typed' || draftPlanProblem(plan.parts, balance) === undefined,
        { path: ['plan'], error: 'invalid' },
      ),
      z.refine(
        ({ plan, firstDueOn }) => plan?.kind === 'typed' || date.safeParse(firstDueOn).success,
        { path: ['firstDueOn'], error: 'required' },
      ),
    );
type Plan = z.output<ReturnType<typeof schemaFor>>;

type FieldsProps = { field: FieldOf<Plan>; balance: number; cashStep: number };

function Fields({ field, balance, cashStep }: FieldsProps) {
  const { t } = useTranslation(['orders', 'payment']);
  const id = useId();
  const { field: bound, fieldState } = useController({ name: 'plan' });
  const firstDueOn = useWatch({ name: 'firstDueOn' }) as string | null;
  const plan = bound.value as DraftPlan | null;
  const parts = draftInstalments(plan, balance, {
    firstDueOn: isDay(firstDueOn) ? firstDueOn : today(),
    cashStep,
  });
  const problem =
    fieldState.error && plan?.kind === 'typed' ? draftPlanProblem(plan.parts, balance) : undefined;
  return (
    <>
      <div role="group" aria-describedby={id}>
        <PlanPart plan={plan} parts={parts} left={balance} onChange={bound.onChange}>
          <DateField
            {...field('firstDueOn')}
            label={t(plan === null ? 'plan.day' : 'plan.first')}
            required
          />
        </PlanPart>
        <ErrorText id={id} role="alert">
          {problem === 'unfinished' && t('payment:plan.unfinished')}
        </ErrorText>
      </div>
      <TextField {...field('reason')} label={t('ask.reason')} required />
    </>
  );
}

/**
 * Plans the rest: on one day, in equal monthly parts, or in typed parts. It replaces the current
 * plan.
 */
export function PlanDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation('orders');
  const { send, saved } = useOrderAct('plan', order, onClose);
  const rules = usePayRules(order.branchId);
  const title = t('ask.plan', { number: order.number });
  if (!rules.data) return <WaitingDialog title={title} error={rules.error} onClose={onClose} />;
  const { cashStep } = rules.data;
  const balance = order.totalLAK - order.paidLAK - order.pendingLAK;
  const open = openParts(order.plan, order).filter(({ openLAK }) => openLAK > 0);
  const now: DraftPlan | null =
    open.length > 1
      ? { kind: 'typed', parts: open.map(({ dueOn, openLAK }) => ({ dueOn, amountLAK: openLAK })) }
      : null;
  const submit = ({ plan, firstDueOn, reason }: Plan, key: string) => {
    const instalments = draftInstalments(plan, balance, {
      firstDueOn: firstDueOn ?? today(),
      cashStep,
    });
    return send<OrderChanged>(
      {
        dueDate: instalments.length === 0 ? firstDueOn : null,
        instalments,
        reason,
        expectedBalance: balance,
      },
      key,
    );
  };
  return (
    <DialogForm
      title={title}
      description={t('means.plan', { sum: formatNumber(balance) })}
      schema={schemaFor(balance)}
      values={{ plan: now, firstDueOn: nextDue(open)?.dueOn ?? today(), reason: '' }}
      submit={t('acts.plan')}
      send={submit}
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => <Fields field={field} balance={balance} cashStep={cashStep} />}
    </DialogForm>
  );
}
