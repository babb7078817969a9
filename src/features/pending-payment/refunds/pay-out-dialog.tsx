import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downToStep } from '#contract/money/cash.ts';
import { refundRequests, type RefundRequest } from '#contract/orders/refund-requests.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { isOfAnotherDay, useDrawers } from '#src/entities/drawer/use-drawer.ts';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';
import { useVerificationChanged } from '#src/features/pending-payment/verify-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Segments } from '#src/components/kit/segments.tsx';

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** The choice of a drawer or an account. */
function Choice({ options, onChange, ...field }: ChoiceProps) {
  return (
    <PlainSelect {...field} onChange={(event) => onChange(event.target.value)}>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </PlainSelect>
  );
}

/**
 * Pays a requested refund: from an open drawer in whole cash steps, or by transfer exact to the
 * kip.
 */
export function PayOutDialog({
  request,
  onClose,
}: {
  request: RefundRequest;
  onClose: () => void;
}) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const payer = usePayerName()(request);
  const { _id, branchId, payableLAK } = request;
  const changed = useVerificationChanged();
  const open = (useDrawers(branchId).data ?? []).flatMap(({ name, shift }) =>
    shift && !isOfAnotherDay(shift) ? [{ value: shift._id, label: name }] : [],
  );
  const rules = usePayRules(branchId).data;
  const accounts = (rules?.bankAccounts ?? [])
    .filter(({ currency }) => currency === 'LAK')
    .map((one) => ({ value: one._id, label: `${one.bank} ${one.accountNo}` }));
  const [way, setWay] = useState<'cash' | 'transfer'>('cash');
  const [drawer, setDrawer] = useState('');
  const [account, setAccount] = useState('');
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  // A drawer that has been closed meanwhile is offered no longer.
  const chosen = (options: readonly { value: string }[], id: string) =>
    (options.find(({ value }) => value === id) ?? options[0])?.value;
  const shiftId = chosen(open, drawer);
  const bankAccountId = chosen(accounts, account);
  const amountLAK = way === 'cash' ? downToStep(payableLAK, rules?.cashStep ?? 1) : payableLAK;
  const isMissing = way === 'transfer' && reference.trim() === '';
  const isOff =
    isBusy ||
    rules === undefined ||
    amountLAK === 0 ||
    (way === 'cash' ? shiftId === undefined : bankAccountId === undefined);
  const send = async () => {
    // Enter sends without the button.
    if (isOff) return;
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    const body =
      way === 'cash'
        ? { way, shiftId: shiftId ?? null, amountLAK }
        : { way, bankAccountId: bankAccountId ?? null, reference: reference.trim(), amountLAK };
    const result = await saveOnce((key) =>
      api.post<Refunded>(`${refundRequests.path}/${_id}/pay`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    setBusy(false);
    if (result.outcome !== 'saved') return setProblem(failureText(result));
    showToast(
      'success',
      t('refunds.paid', {
        sum: formatNumber(result.row.paidOutLAK),
        receipt: result.row.receipt?.number ?? '',
      }),
    );
    onClose();
    await changed();
  };
  return (
    <Dialog
      title={t('refunds.payTitle', { payer })}
      description={t('refunds.payText')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={isOff} onClick={() => void send()}>
            {t('refunds.paySubmit', { sum: formatNumber(amountLAK) })}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap={3}>
          <Segments
            label={t('refunds.way')}
            options={(['cash', 'transfer'] as const).map((one) => ({
              value: one,
              label: t(`refunds.ways.${one}`),
            }))}
            value={way}
            onChoose={(one) => setWay(one)}
          />
          {way === 'cash' && open.length === 0 && <HelpText>{t('refunds.noDrawer')}</HelpText>}
          {way === 'cash' && open.length > 0 && (
            <Choice
              label={t('refunds.drawer')}
              value={shiftId ?? ''}
              options={open}
              onChange={setDrawer}
            />
          )}
          {way === 'transfer' && (
            <>
              <Choice
                label={t('refunds.account')}
                value={bankAccountId ?? ''}
                options={accounts}
                onChange={setAccount}
              />
              <PlainField
                {...keepsScan}
                label={t('facts.reference')}
                required
                maxLength={60}
                value={reference}
                error={isAsked && isMissing ? t('refunds.referenceNeeded') : undefined}
                onChange={(event) => setReference(event.target.value)}
              />
            </>
          )}
          {amountLAK < payableLAK && (
            <HelpText>
              {t('refunds.restIsCredit', { sum: formatNumber(payableLAK - amountLAK) })}
            </HelpText>
          )}
          {problem !== undefined && <ErrorText role="alert">{problem}</ErrorText>}
        </Stack>
      </form>
    </Dialog>
  );
}
