import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { date, text } from '#contract/fields.ts';
import { equalParts } from '#contract/instalments.ts';
import type { OrderChanged } from '#contract/order-changes.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import styles from '#src/features/orders/orders.module.css';
import { formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import type { ActProps } from './act-dialog.tsx';
import { useOrderAct } from './use-order-act.ts';

const MOST_PARTS = 12;
/** Parts are whole thousands, which coins and notes can pay. */
const STEP = 1000;
const schema = z.object({ parts: z.int().check(z.gte(1), z.lte(MOST_PARTS)), firstDueOn: date, reason: text(200) });
type Plan = z.output<typeof schema>;

/** The parts as they will be, so that nobody has to work them out. */
function Preview({ balance }: { balance: number }) {
  const { parts, firstDueOn } = useWatch() as Plan;
  if (!date.safeParse(firstDueOn).success) return null;
  return (
    <div className={styles.inside}>
      <dl>
        {equalParts(balance, parts, firstDueOn, STEP).map(({ dueOn, amountLAK }) => (
          <div key={dueOn} style={{ display: 'contents' }}>
            <dt>
              <bdi dir="ltr">{showDay(dueOn)}</bdi>
            </dt>
            <dd>
              <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Fields({ field, balance }: { field: FieldOf<Plan>; balance: number }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <SelectField {...field('parts')} label={t('plan.parts')} options={Array.from({ length: MOST_PARTS }, (_one, at) => ({ value: at + 1, label: t('plan.inParts', { count: at + 1 }) }))} required />
      <DateField {...field('firstDueOn')} label={t('plan.first')} />
      <Preview balance={balance} />
      <TextField {...field('reason')} label={t('ask.reason')} />
    </>
  );
}

/** When the rest is due: on one day, or in equal parts a month apart. The plan until now ends. */
export function PlanDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation('orders');
  const { send, saved } = useOrderAct('plan', order, onClose);
  const balance = order.totalLAK - order.paidLAK - order.pendingLAK;
  const submit = ({ parts, firstDueOn, reason }: Plan, key: string) => {
    const instalments = parts > 1 ? equalParts(balance, parts, firstDueOn, STEP) : [];
    return send<OrderChanged>({ dueDate: parts > 1 ? null : firstDueOn, instalments, reason, expectedBalance: balance }, key);
  };
  return (
    <DialogForm title={t('ask.plan', { number: order.number })} description={t('means.plan', { sum: formatNumber(balance) })} schema={schema} values={{ parts: 1, firstDueOn: today(), reason: '' }} submit={t('acts.plan')} send={submit} onSaved={saved} onClose={onClose}>
      {(field) => <Fields field={field} balance={balance} />}
    </DialogForm>
  );
}
