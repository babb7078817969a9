import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { refundSums, type Refunded, type RefundWay } from '#contract/orders/refunds.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { useMoneyChanged } from './payment-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { besideField } from '#src/lib/request/beside-field.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { refundRounding } from './refund-lines.ts';
import {
  needsAccount,
  needsDrawer,
  needsReference,
  sentWay,
  TOO_LITTLE,
  useWays,
  WayFields,
  wayFields,
} from './way-fields.tsx';

const schema = z
  .object({ due: z.enum(['no', 'yes'], { error: 'required' }), ...wayFields })
  .check(needsDrawer, needsAccount, needsReference);
type Input = z.output<typeof schema>;
type Chosen = { lineId: string; quantity: number; backOnShelf: boolean };

const sumsOf = (
  order: OrderPage,
  offLAK: number,
  step: number,
  { due, way }: { due: string; way: RefundWay },
) =>
  refundSums(
    { ...order, offLAK, roundingLAK: refundRounding(order) },
    { isStillDue: due === 'yes', way, step: way === 'cash' ? step : 1 },
  );

/** The effect of the refund on the order. */
function After({ order, offLAK, step }: { order: OrderPage; offLAK: number; step: number }) {
  const { t } = useTranslation('payment-history');
  const [due, way] = useWatch({ name: ['due', 'way'] }) as [string, RefundWay];
  const after = sumsOf(order, offLAK, step, { due, way });
  const change = (before: number, now: number) => `${formatNumber(before)} → ${formatNumber(now)}`;
  const rows = [
    [t('refund.paidOut'), formatNumber(after.paidOutLAK)],
    [t('refund.total'), change(order.totalLAK, after.totalLAK)],
    [t('refund.paid'), change(order.paidLAK, after.paidLAK)],
    [t('refund.toCredit'), formatNumber(after.toCreditLAK)],
  ];
  return (
    <div aria-live="polite">
      <Facts look="sums">
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            <LeftToRight>{value}</LeftToRight>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

type RefundDialogProps = {
  order: OrderPage;
  lines: readonly Chosen[];
  offLAK: number;
  onRefunded: () => void;
  onClose: () => void;
};

/** The way in which lines are refunded, and whether their sum is still due. */
export function RefundDialog({ order, lines, offLAK, onRefunded, onClose }: RefundDialogProps) {
  const { t } = useTranslation('payment-history');
  const changed = useMoneyChanged();
  const ways = useWays(order.branchId);
  const isWalkIn = order.payer.kind === 'walkIn';
  if (!ways.isKnown) return null;
  const send = ({ due, ...input }: Input, key: string) => {
    const expectedLAK = sumsOf(order, offLAK, ways.cashStep, { due, way: input.way }).paidOutLAK;
    const body = { lines, isStillDue: due === 'yes', ...sentWay(input), expectedLAK };
    return renewIfRefused(
      () =>
        besideField(TOO_LITTLE, () =>
          api.post<Refunded>(`/orders/${order._id}/refunds`, body, {
            ...withIdempotency(key),
            quiet: true,
          }),
        ),
      changed,
    );
  };
  return (
    <DialogForm
      title={t('refund.title', { number: order.number })}
      description={t('refund.means')}
      schema={schema}
      values={{ due: isWalkIn ? 'no' : ('' as 'no'), ...ways.values }}
      submit={t('payback.submit')}
      isHarmful
      send={send}
      onSaved={async ({ receipt, paidOutLAK }) => {
        showToast(
          'success',
          receipt
            ? t('payback.done', { sum: formatNumber(paidOutLAK), number: receipt.number })
            : t('refund.lowered', { number: order.number }),
        );
        await changed();
        onRefunded();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <ChoiceField
            {...field('due')}
            label={t('refund.due')}
            help={t('refund.dueMeans')}
            options={(isWalkIn ? (['no'] as const) : (['no', 'yes'] as const)).map((value) => ({
              value,
              label: t(`refund.${value}`),
            }))}
          />
          <WayFields
            field={field}
            branchId={order.branchId}
            offered={isWalkIn ? ['cash', 'transfer'] : ['cash', 'transfer', 'credit']}
            ways={ways}
          />
          <After order={order} offLAK={offLAK} step={ways.cashStep} />
        </>
      )}
    </DialogForm>
  );
}
