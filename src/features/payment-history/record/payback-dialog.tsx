import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { amount } from '#contract/fields.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { convert } from '#contract/money/money.ts';
import type { Refunded, RefundWay } from '#contract/orders/refunds.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { familyAccountOf, FamilyOwes } from '#src/entities/order/family-owes.tsx';
import { familyPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useMoneyChanged } from './payment-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { besideField } from '#src/lib/request/beside-field.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
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

/** Foreign cash goes back in notes only, so in whole baht and dollars. */
const NOTE = 100;
const schema = z
  .object({
    notes: z.enum(['kip', 'own']),
    amountLAK: amount.check(z.refine((kip) => kip > 0, { error: 'positive' })),
    foreign: amount,
    ...wayFields,
  })
  .check(
    needsDrawer,
    needsAccount,
    needsReference,
    z.refine(({ notes, foreign }) => notes === 'kip' || foreign > 0, {
      path: ['foreign'],
      error: 'positive',
    }),
    z.refine(({ notes, foreign }) => notes === 'kip' || foreign % NOTE === 0, {
      path: ['foreign'],
      error: 'noSuchCash:1',
    }),
  );
type Input = z.output<typeof schema>;

type PaybackProps = {
  payment: PaymentPage;
  /** The source of the money: this payment, or the payer's whole credit. */
  of: 'payment' | 'credit';
  onClose: () => void;
};

/**
 * The sum that goes back: in kip, or in notes of the received currency as far as there is cash in
 * it.
 */
function SumFields({
  payment: { currency, rate },
  field,
  isOwnOffered,
}: {
  payment: PaymentPage;
  field: FieldOf<Input>;
  isOwnOffered: boolean;
}) {
  const { t } = useTranslation('payment-history');
  const [way, notes, foreign] = useWatch({ name: ['way', 'notes', 'foreign'] }) as [
    RefundWay,
    Input['notes'],
    number | null,
  ];
  const mayBeOwn = isOwnOffered && way === 'cash';
  return (
    <>
      {mayBeOwn && (
        <ChoiceField
          {...field('notes')}
          label={t('payback.notes')}
          options={[
            { value: 'kip', label: t('payback.kip') },
            { value: 'own', label: t('payback.own', { currency }) },
          ]}
        />
      )}
      {mayBeOwn && notes === 'own' ? (
        <MoneyField
          {...field('foreign')}
          label={t('payback.ownSum', { currency })}
          help={t('payback.worth', {
            kip: formatNumber(convert(foreign ?? 0, currency, rate)),
            rate: formatRate(rate),
          })}
          currency={currency}
        />
      ) : (
        <MoneyField {...field('amountLAK')} label={t('payback.sum')} currency="LAK" />
      )}
    </>
  );
}

/** The debt of the payer whose credit goes out, with a way to settle it instead. */
function PayerOwes({ payerId, branchId }: { payerId: string; branchId: string }) {
  const mayPay = useCan('orders:write');
  const navigate = useNavigate();
  const { data } = useQuery(familyAccountOf(payerId, { branchId }));
  const settle = () => void navigate(familyPath(payerId, 'pay'));
  return (
    data && <FamilyOwes account={data} onSettle={mayPay && data.owedLAK > 0 ? settle : undefined} />
  );
}

/** Pays back a sum: from one payment, or from a payer's credit. */
export function PaybackDialog({ payment, of, onClose }: PaybackProps) {
  const { t } = useTranslation('payment-history');
  const changed = useMoneyChanged();
  const { _id, branchId, payerParentId, payerStudentId, leftLAK, leftForeign, creditLAK } = payment;
  const ways = useWays(branchId);
  const mostLAK = of === 'payment' ? leftLAK : creditLAK;
  if (!ways.isKnown) return null;
  const isOwnOffered = of === 'payment' && leftForeign >= NOTE;
  const send = ({ amountLAK, notes, foreign, ...input }: Input, key: string) => {
    const own = isOwnOffered && input.way === 'cash' && notes === 'own' ? foreign : null;
    const body = {
      amountLAK: own === null ? amountLAK : convert(own, payment.currency, payment.rate),
      ...sentWay(input),
    };
    const [path, more] =
      of === 'payment'
        ? [`/payments/${_id}/refund`, { foreign: own }]
        : ['/credit-payouts', { payerParentId, payerStudentId, branchId }];
    return renewIfRefused(
      () =>
        besideField(TOO_LITTLE, () =>
          api.post<Refunded>(path, { ...more, ...body }, { ...withIdempotency(key), quiet: true }),
        ),
      changed,
    );
  };
  return (
    <DialogForm
      title={t(`payback.${of}`)}
      description={t(`payback.${of}Means`, { most: formatNumber(mostLAK) })}
      schema={schema}
      values={{
        notes: isOwnOffered ? 'own' : 'kip',
        amountLAK: mostLAK - (mostLAK % ways.cashStep),
        foreign: leftForeign - (leftForeign % NOTE),
        ...ways.values,
      }}
      submit={t('payback.submit')}
      isHarmful
      send={send}
      onSaved={async ({ receipt, paidOutLAK }) => {
        showToast(
          'success',
          t('payback.done', { sum: formatNumber(paidOutLAK), number: receipt?.number ?? '' }),
        );
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {of === 'credit' && (
            <PayerOwes payerId={payerParentId ?? payerStudentId ?? ''} branchId={branchId} />
          )}
          <SumFields payment={payment} field={field} isOwnOffered={isOwnOffered} />
          <WayFields field={field} branchId={branchId} ways={ways} />
        </>
      )}
    </DialogForm>
  );
}
