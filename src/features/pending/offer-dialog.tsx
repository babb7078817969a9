import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow, Finding } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { PendingWait } from '#contract/classes/pending.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { ApiError } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { offer } from './actions.ts';
import { usePendingChanged } from './pending-queries.ts';
import { useCalled } from './place-words.tsx';

type OfferDialogProps = {
  row: PendingWait;
  onClose: () => void;
  onOffered: (row: PendingWait) => void;
};

/**
 * Holds a seat for a student on the waiting list. It shows the objections, and an admin may
 * override them with a reason.
 */
export function OfferDialog({ row, onClose, onOffered }: OfferDialogProps) {
  const { t } = useTranslation(['pending', 'common', 'allocation']);
  const [findingText, called, changed] = [useFindingText(), useCalled(), usePendingChanged()];
  const mayOverride = useCan('classes:override');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [overrideReason, setOverride] = useState('');
  const [acceptWarnings, setAccept] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    let found: readonly Finding[] = [];
    const result = await saveOnce<EnrolmentRow>((key) =>
      offer(row, { overrideReason, acceptWarnings })(key).catch((error: unknown) => {
        if (error instanceof ApiError)
          found = ((error.body.rows ?? []) as CheckedRow[])[0]?.findings ?? [];
        throw error;
      }),
    );
    setSending(false);
    setFindings(found);
    await changed();
    if (result.outcome !== 'saved')
      return setProblem(found.length > 0 ? undefined : failureText(result));
    showToast('success', t('done.offer'));
    return onOffered({
      ...row,
      version: result.row.version,
      holdUntil: result.row.holdUntil,
    });
  };
  return (
    <Dialog
      title={t('waiting.offerTo', { name: called(row) })}
      description={t('waiting.offerMeans', { class: row.classCode })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={isSending} onClick={() => void send()}>
            {t('waiting.offer')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {findings.map((finding) => (
          <Note key={finding.check} tone="wait">
            {findingText(finding)}
          </Note>
        ))}
        {mayOverride &&
          (problem !== undefined || findings.some(({ weight }) => weight === 'override')) && (
            <PlainField
              label={t('allocation:plan.override')}
              maxLength={200}
              value={overrideReason}
              onChange={(event) => setOverride(event.target.value)}
            />
          )}
        {findings.some(({ weight }) => weight === 'warn') && (
          <Tick
            isLine
            checked={acceptWarnings}
            onChange={(event) => setAccept(event.target.checked)}
          >
            {t('allocation:plan.accept')}
          </Tick>
        )}
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </Dialog>
  );
}
