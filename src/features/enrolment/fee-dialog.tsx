import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { enrolments, type EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { FeeChange } from '#contract/classes/fee-change.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Money, Totals } from '#src/components/kit/money.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

function Sums({ change }: { change: NonNullable<FeeChange['change']> }) {
  const { t } = useTranslation('enrolment');
  const { left, bought, oldLAK, newLAK, differenceLAK, freedLAK, freedPendingLAK } = change;
  const credit = [
    ['fee.credit', freedLAK - freedPendingLAK],
    ['fee.creditLater', freedPendingLAK],
  ] as const;
  const rows = [
    [t('fee.old', { count: bought, left, bought }), oldLAK],
    [t('fee.new'), newLAK],
  ] as const;
  return (
    <>
      <Totals
        lines={rows.map(([label, amount]) => ({ label, amount }))}
        label={t(differenceLAK > 0 ? 'fee.owed' : 'fee.less')}
        amount={Math.abs(differenceLAK)}
        currency="LAK"
      />
      {credit.map(
        ([label, amount]) =>
          amount > 0 && (
            <p key={label}>
              {t(label)} <Money amount={amount} currency="LAK" />
            </p>
          ),
      )}
    </>
  );
}

/**
 * Another fee for the remaining sessions; the difference is shown before it is charged or credited.
 */
export function FeeDialog({
  row,
  onClose,
  onDone,
  onRefused,
}: {
  row: EnrolmentPage;
  onClose: () => void;
  onDone: () => void;
  /** Called when the server refused it, because the enrolment may have changed meanwhile. */
  onRefused: () => void;
}) {
  const { t } = useTranslation(['enrolment', 'common']);
  const nameOf = usePersonName();
  const [feeId, setFeeId] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const path = `${enrolments.path}/${row._id}/fee-change`;
  // The fees are asked for on their own, so that a fee without a price does not take them away.
  const offered = useQuery({
    queryKey: [enrolments.name, 'fee-change', row._id],
    queryFn: ({ signal }) => api.get<FeeChange>(path, { signal, quiet: true }),
    gcTime: 0,
  });
  const asked = useQuery({
    queryKey: [enrolments.name, 'fee-change', row._id, feeId],
    queryFn: ({ signal }) => api.get<FeeChange>(path, { query: { feeId }, signal, quiet: true }),
    enabled: feeId !== '',
    gcTime: 0,
  });
  const fees = offered.data?.fees ?? [];
  const change = asked.data?.change ?? null;
  const error = offered.error ?? asked.error;
  const send = async () => {
    if (!change) return;
    setSending(true);
    setProblem(undefined);
    const result = await saveOnce((key) =>
      api.post<EnrolmentRow>(
        path,
        { version: row.version, feeId, reason, expectedDifference: change.differenceLAK },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setSending(false);
    if (result.outcome === 'saved') {
      showToast('success', t('fee.done'));
      return onDone();
    }
    onRefused();
    void offered.refetch();
    void asked.refetch();
    return setProblem(failureText(result));
  };
  return (
    <Dialog
      title={t('fee.title', { name: nameOf(row.student) })}
      description={row.place.classCode}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button
            look="solid"
            disabled={isSending || !change || reason.trim() === ''}
            onClick={() => void send()}
          >
            {t('acts.fee')}
          </Button>
        </>
      }
    >
      <Stack>
        <PlainSelect
          label={t('fee.choose')}
          required
          value={feeId}
          onChange={(event) => setFeeId(event.target.value)}
        >
          <option value="" disabled>
            {t('common:form.choose')}
          </option>
          {fees.map((fee) => (
            <option key={fee.feeId} value={fee.feeId} disabled={fee.isCurrent}>
              {[
                fee.priceCategory || t('fee.general'),
                fee.name,
                `${showMoney(fee.amount, fee.currency)} ${fee.currency}`,
                fee.isCurrent && t('fee.current'),
              ]
                .filter(Boolean)
                .join(DOT)}
            </option>
          ))}
        </PlainSelect>
        {error && <ErrorText role="alert">{readFailureText(error)}</ErrorText>}
        {change && <Sums change={change} />}
        <PlainField
          label={t('fee.reason')}
          required
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </Dialog>
  );
}
