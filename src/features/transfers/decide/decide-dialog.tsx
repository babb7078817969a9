import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optionalText, text } from '#contract/fields.ts';
import { transfersList } from '#contract/classes/transfers-list.ts';
import type { Transfer } from '#contract/classes/transfers.ts';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { showSignedKip } from '#src/features/transfers/transfer-words.ts';
import { useTransferChanged } from '#src/features/transfers/transfer-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';

export type Step = 'approve' | 'refuse' | 'cancel';

type StepProps = { row: Transfer; onClose: () => void };

const MAX_REASON = 200;
const approving = z.object({
  waives: z.boolean(),
  waiveReason: optionalText(MAX_REASON),
  overrideReason: optionalText(MAX_REASON),
});
const refusing = z.object({ reason: text(MAX_REASON) });
const cancelling = z.object({ reason: optionalText(MAX_REASON) });

/** Sends the step; after a refusal the request is read again, with its sums and its version. */
function useSend({ _id }: Transfer) {
  const changed = useTransferChanged();
  return (part: 'decide' | 'cancel', body: object, key: string) =>
    renewIfRefused(
      () =>
        api.post<Transfer>(`${transfersList.path}/${_id}/${part}`, body, {
          ...withIdempotency(key),
          quiet: true,
        }),
      changed,
    );
}

/** Shows a message about the step, and the request in its new state. */
function useDone(step: Step, onClose: () => void) {
  const { t } = useTranslation('transfers');
  const changed = useTransferChanged();
  return async (row: Transfer) => {
    showToast(
      'success',
      t(step === 'approve' && row.status === 'open' ? 'decided.half' : `decided.${step}`),
    );
    await changed();
    onClose();
  };
}

/**
 * Approves a request: the difference is shown once more, and an admin of the new branch may waive
 * it.
 */
function Approve({ row, onClose }: StepProps) {
  const { t } = useTranslation('transfers');
  const done = useDone('approve', onClose);
  const send = useSend(row);
  const difference = row.sums?.differenceLAK ?? 0;
  const mayWaive = useCan('transfers:waive') && row.mayDecide.includes('to') && difference > 0;
  const clashes = row.findings.some(({ weight }) => weight === 'override');
  return (
    <DialogForm
      title={t('ask.approve')}
      description={t('means.approve', {
        sum: showSignedKip(difference),
        classCode: row.to.classCode,
      })}
      schema={approving}
      values={{ waives: row.waives, waiveReason: row.waiveReason, overrideReason: '' }}
      submit={t('steps.approve')}
      send={({ waives, waiveReason, overrideReason }, key) =>
        send(
          'decide',
          {
            version: row.version,
            decision: 'approve',
            expectedDifference: row.sums?.differenceLAK ?? null,
            ...(mayWaive && { waives, waiveReason }),
            overrideReason,
          },
          key,
        )
      }
      onSaved={done}
      onClose={onClose}
    >
      {(field) => (
        <>
          {mayWaive && <SwitchField {...field('waives')} label={t('ask.waives')} />}
          {mayWaive && <TextField {...field('waiveReason')} label={t('ask.waiveReason')} />}
          {clashes && <TextField {...field('overrideReason')} label={t('ask.override')} />}
        </>
      )}
    </DialogForm>
  );
}

/** Refuses the request for all sides with a reason, or cancels it; the seat is free at once. */
function End({ row, step, onClose }: StepProps & { step: 'refuse' | 'cancel' }) {
  const { t } = useTranslation('transfers');
  const done = useDone(step, onClose);
  const send = useSend(row);
  const body =
    step === 'refuse' ? { version: row.version, decision: 'refuse' } : { version: row.version };
  return (
    <DialogForm
      title={t(`ask.${step}`)}
      description={t('means.end', { classCode: row.to.classCode })}
      schema={step === 'refuse' ? refusing : cancelling}
      values={{ reason: '' }}
      submit={t(`steps.${step}`)}
      isHarmful
      send={({ reason }, key) =>
        send(step === 'refuse' ? 'decide' : 'cancel', { ...body, reason }, key)
      }
      onSaved={done}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('ask.why')} />}
    </DialogForm>
  );
}

/** One step of a request, after a question. */
export function DecideDialog({ step, ...props }: StepProps & { step: Step }) {
  return step === 'approve' ? <Approve {...props} /> : <End {...props} step={step} />;
}
