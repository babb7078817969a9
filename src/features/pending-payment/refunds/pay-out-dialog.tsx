import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downToStep } from '#contract/money/cash.ts';
import { refundRequests, type RefundRequest } from '#contract/orders/refund-requests.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
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
import controls from '#src/theme/controls.module.css';
import styles from './refunds.module.css';

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The choice of a drawer or an account. */
function Choice({ label, value, options, error, onChange }: ChoiceProps) {
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      <span className={controls.input}>
        <select
          value={value}
          aria-invalid={error !== undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </span>
      {error !== undefined && <ErrorText as="span">{error}</ErrorText>}
    </label>
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
  const shiftId = drawer || open[0]?.value;
  const bankAccountId = account || accounts[0]?.value;
  const amountLAK = way === 'cash' ? downToStep(payableLAK, rules?.cashStep ?? 1) : payableLAK;
  const isMissing = way === 'transfer' && reference.trim() === '';
  const send = async () => {
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
          <Button
            look="solid"
            disabled={
              isBusy ||
              rules === undefined ||
              amountLAK === 0 ||
              (way === 'cash' ? shiftId === undefined : bankAccountId === undefined)
            }
            onClick={() => void send()}
          >
            {t('refunds.paySubmit', { sum: formatNumber(amountLAK) })}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Segments
          label={t('refunds.way')}
          options={(['cash', 'transfer'] as const).map((one) => ({
            value: one,
            label: t(`refunds.ways.${one}`),
          }))}
          value={way}
          onChoose={(one) => setWay(one)}
        />
        {way === 'cash' && open.length === 0 && (
          <p className={styles.note}>{t('refunds.noDrawer')}</p>
        )}
        {way === 'cash' && open.length > 0 && (
          <Choice
            label={t('refunds.drawer')}
            value={shiftId ?? ''}
            options={open}
            error={undefined}
            onChange={setDrawer}
          />
        )}
        {way === 'transfer' && (
          <>
            <Choice
              label={t('refunds.account')}
              value={bankAccountId ?? ''}
              options={accounts}
              error={undefined}
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
          <p className={styles.note}>
            {t('refunds.restIsCredit', { sum: formatNumber(payableLAK - amountLAK) })}
          </p>
        )}
        {problem !== undefined && <ErrorText role="alert">{problem}</ErrorText>}
      </form>
    </Dialog>
  );
}
