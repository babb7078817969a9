import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { DeskRules } from '#contract/desk/desk.ts';
import {
  mendedMoney,
  correctedAmount,
  paymentMend,
  type PaymentMend,
  type PaymentMended,
  type RecordedMoney,
} from '#contract/orders/payment-mends.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { NoDrawerNote } from '#src/entities/drawer/no-drawer-note.tsx';
import { useDrawer, type DeviceDrawer } from '#src/entities/drawer/use-drawer.ts';
import { SignedForm } from '#src/entities/approval/signed-form.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { api } from '#src/lib/request/api.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { showToast } from '#src/lib/toast.ts';
import { usePayRates, usePayRules } from './pay-queries.ts';
import { SlipField } from './slip-field.tsx';

const schema = z.object(paymentMend.shape).check(
  z.refine((mend) => mend.method === 'cash' || mend.bankAccountId !== null, {
    path: ['bankAccountId'],
    error: 'required',
  }),
  z.refine((mend) => mend.method === 'cash' || mend.reference !== '', {
    path: ['reference'],
    error: 'required',
  }),
);

/** The fields of the wrong payment that the dialog needs. */
export type WrongPayment = RecordedMoney & {
  _id: string;
  reference: string;
  slipFileId: string | null;
};
type Known = { payment: WrongPayment; rules: DeskRules; rates: VisitRates; device: DeviceDrawer };
type MendProps = {
  payment: WrongPayment;
  branchId: string;
  onMended: () => void | Promise<void>;
  onClose: () => void;
};

/** The rate of a currency: the recorded rate if the currency is the same. */
function rateIn(
  currency: PriceCurrency,
  { payment, rates }: Pick<Known, 'payment' | 'rates'>,
): string | undefined {
  if (currency === 'LAK') return '1';
  return currency === payment.currency ? payment.rate : rates[currency]?.rate;
}

/** The currencies that are possible with this method. */
function currenciesOf(method: TenderMethod, known: Known): PriceCurrency[] {
  const isTaken = (currency: PriceCurrency) =>
    method === 'cash' || known.rules.bankAccounts.some((account) => account.currency === currency);
  return priceCurrencies.filter(
    (currency) =>
      rateIn(currency, known) !== undefined &&
      isTaken(currency) &&
      (method !== 'qr' || currency === 'LAK'),
  );
}

const amountFor = (method: TenderMethod, currency: PriceCurrency, known: Known) =>
  correctedAmount(known.payment, {
    method,
    currency,
    rate: rateIn(currency, known) ?? '1',
    step: known.rules.cashStep,
  });

/**
 * The consequence of the corrected sum: change that was given, a rest smaller than a note, or a
 * verification by finance.
 */
function Outcome({
  known,
  mend: { method, currency, tendered },
}: {
  known: Known;
  mend: Pick<PaymentMend, 'method' | 'currency'> & { tendered: number | null };
}) {
  const { t } = useTranslation('mend');
  if (method !== 'cash')
    return (
      <p role="status">{t('verify', { sum: showMoney(tendered ?? 0, currency), currency })}</p>
    );
  const money = mendedMoney(known.payment, {
    method,
    currency,
    tendered: tendered ?? 0,
    rate: rateIn(currency, known) ?? '1',
    step: known.rules.cashStep,
  });
  return (
    <p role="status">
      {(money?.changeLAK ?? 0) > 0 && (
        <span>{t('change', { sum: formatNumber(money?.changeLAK ?? 0) })} </span>
      )}
      {(money?.toCreditLAK ?? 0) > 0 && (
        <span>{t('credit', { sum: formatNumber(money?.toCreditLAK ?? 0) })}</span>
      )}
    </p>
  );
}

function Fields({
  field,
  known,
  branchId,
}: {
  field: FieldOf<PaymentMend>;
  known: Known;
  branchId: string;
}) {
  const { t } = useTranslation(['mend', 'payment']);
  const { getValues, setValue } = useFormContext<PaymentMend>();
  const [method, currency, tendered] = useWatch<PaymentMend, ['method', 'currency', 'tendered']>({
    name: ['method', 'currency', 'tendered'],
  });
  const due = amountFor(method, currency, known);
  const dueBefore = useRef(due);
  useEffect(() => {
    // Another rate makes another sum. Cash stays as it was typed.
    if (method !== 'cash' || getValues('tendered') === dueBefore.current) setValue('tendered', due);
    dueBefore.current = due;
  }, [due, method, getValues, setValue]);
  const accounts = known.rules.bankAccounts.filter((account) => account.currency === currency);
  const choose = (way: TenderMethod, of: PriceCurrency) => {
    const taken = currenciesOf(way, known);
    const money = taken.includes(of) ? of : (taken[0] ?? 'LAK');
    setValue('currency', money);
    setValue('tendered', amountFor(way, money, known));
    setValue(
      'bankAccountId',
      way === 'cash'
        ? null
        : (known.rules.bankAccounts.find((account) => account.currency === money)?._id ?? null),
    );
  };
  const methods = tenderMethods.filter((way) =>
    way === 'cash' ? known.device.shiftId !== null : currenciesOf(way, known).length > 0,
  );
  return (
    <>
      <ChoiceField
        {...field('method')}
        label={t('how')}
        options={methods.map((value) => ({ value, label: t(`method.${value}`) }))}
        onChoose={(way) => choose(way, currency)}
      />
      <ChoiceField
        {...field('currency')}
        label={t('currency')}
        options={currenciesOf(method, known).map((value) => ({ value, label: value }))}
        onChoose={(of) => choose(method, of)}
      />
      {method === 'cash' && (
        <MoneyField {...field('tendered')} label={t('tendered')} currency={currency} />
      )}
      {method !== 'cash' && (
        <>
          <SelectField
            {...field('bankAccountId')}
            label={t('account')}
            options={accounts.map(({ _id, bank, accountName, accountNo }) => ({
              value: _id,
              label: `${bank}${DOT}${accountName}${DOT}${accountNo}`,
            }))}
            required
          />
          <TextField {...field('reference')} {...keepsScan} label={t('reference')} required />
          <SlipField {...field('slipFileId')} label={t('payment:bank.slip')} branchId={branchId} />
        </>
      )}
      <Outcome known={known} mend={{ method, currency, tendered }} />
      <TextField {...field('reason')} label={t('reason')} />
      <NoDrawerNote branchId={branchId} device={known.device} />
    </>
  );
}

/**
 * The correction that is most likely: bank if cash was recorded; cash if bank was recorded and a
 * drawer is open.
 */
function firstWay({ payment, ...known }: Known): { method: TenderMethod; currency: PriceCurrency } {
  const all = { payment, ...known };
  const wish: TenderMethod[] =
    payment.method === 'cash'
      ? ['qr', 'transfer', 'cash']
      : known.device.shiftId === null
        ? ['transfer', 'qr']
        : ['cash'];
  const method = wish.find((way) => currenciesOf(way, all).length > 0) ?? 'cash';
  const taken = currenciesOf(method, all);
  return {
    method,
    currency: taken.includes(payment.currency) ? payment.currency : (taken[0] ?? 'LAK'),
  };
}

function MendForm({
  known,
  branchId,
  onMended,
  onClose,
}: Omit<MendProps, 'payment'> & { known: Known }) {
  const { t } = useTranslation(['mend', 'approvals']);
  const { payment, rates, device, rules } = known;
  const { shiftId } = device;
  const client = useQueryClient();
  const renewRates = () => client.invalidateQueries({ queryKey: listKey(exchangeRatesList) });
  const mayVoid = useCan('payments:void');
  const first = firstWay(known);
  const what = `${t(`method.${payment.method}`)} ${showMoney(payment.tendered, payment.currency)} ${payment.currency}`;
  const account =
    first.method === 'cash'
      ? null
      : (rules.bankAccounts.find(({ currency }) => currency === first.currency)?._id ?? null);
  const bodyOf = ({
    method,
    currency,
    tendered,
    bankAccountId,
    reference,
    slipFileId,
    reason,
  }: PaymentMend) => {
    const rateId =
      currency === 'LAK' || currency === payment.currency
        ? null
        : (rates[currency]?.rateId ?? null);
    // A photo that is left alone stays, also for people who may not see it.
    const slip = slipFileId === payment.slipFileId ? {} : { slipFileId };
    const way = method === 'cash' ? { shiftId } : { bankAccountId, reference, ...slip };
    return { method, currency, tendered, rateId, reason, ...way };
  };
  return (
    <SignedForm
      title={t('title')}
      description={t('means', { what, sum: formatNumber(payment.amountLAK) })}
      schema={schema}
      values={{
        ...first,
        tendered: amountFor(first.method, first.currency, known),
        bankAccountId: account,
        reference: payment.reference,
        slipFileId: payment.slipFileId,
        shiftId,
        rateId: null,
        reason: '',
        approvalToken: null,
      }}
      submit={t(mayVoid ? 'doIt' : 'approvals:finance')}
      actOf={({ method, currency, tendered }) =>
        mayVoid
          ? null
          : {
              kind: 'mend',
              branchId,
              paymentId: payment._id,
              amountLAK: payment.amountLAK,
              method,
              currency,
              tendered,
            }
      }
      signText={t('signText')}
      send={(input, key, approvalToken) =>
        renewIfRefused(
          () =>
            api.post<PaymentMended>(
              `/payments/${payment._id}/mend`,
              { ...bodyOf(input), approvalToken },
              { ...withIdempotency(key), quiet: true },
            ),
          renewRates,
        )
      }
      onSaved={async () => {
        showToast('success', t('done'));
        await onMended();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <Fields field={field} known={known} branchId={branchId} />}
    </SignedForm>
  );
}

/** Corrects the method, currency or account of a payment that was recorded wrongly today. */
export function MendDialog({ payment, branchId, onMended, onClose }: MendProps) {
  const { t } = useTranslation(['mend', 'common']);
  const rules = usePayRules(branchId);
  const device = useDrawer(branchId);
  const { rates } = usePayRates();
  if (rules.data && device.isKnown)
    return (
      <MendForm
        known={{ payment, rules: rules.data, rates, device }}
        branchId={branchId}
        onMended={onMended}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <p role="status">{rules.error ? readFailureText(rules.error) : t('common:loading')}</p>
    </Dialog>
  );
}
