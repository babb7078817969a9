import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  reasonedChanges,
  type CheckedRow,
  type EnrolmentChange,
} from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { LeavingSettlement } from '#contract/orders/value-left.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { dayAsTyped } from '#src/lib/text/typed-day.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { LeavingPart, useLeavingSums } from '#src/entities/order/leaving-part.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { currentName } from '#src/lib/text/person-name.ts';

type ChangeDialogProps = {
  change: EnrolmentChange;
  row: Pick<
    EnrolmentRow,
    '_id' | 'version' | 'firstName' | 'lastName' | 'firstNameEn' | 'lastNameEn'
  >;
  classCode: string;
  /** The cost or refund of the change, where the withdrawal's sums do not show it. */
  children?: ReactNode;
  onClose: () => void;
  /** `mayUndo` is false once money was settled. */
  onDone: (saved: EnrolmentRow, mayUndo: boolean) => void;
  onRefused: () => void;
};

/** A typed day in ISO form, or null. */
const typedDay = (text: string) => {
  const day = dayAsTyped(text);
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
};

/**
 * One change of an enrolment, with a reason and a last day if it needs them, and the objections
 * after a refusal.
 */
export function ChangeDialog({
  change,
  row,
  classCode,
  children,
  onClose,
  onDone,
  onRefused,
}: ChangeDialogProps) {
  const { t } = useTranslation(['allocation', 'common']);
  const findingText = useFindingText();
  const mayOverride = useCan('classes:override');
  const [reason, setReason] = useState('');
  const [lastDay, setLastDay] = useState(showDay(dayInLaos()));
  const [overrideReason, setOverride] = useState('');
  const [acceptWarnings, setAccept] = useState(false);
  const [refused, setRefused] = useState<CheckedRow['findings']>([]);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [settlement, setSettlement] = useState<LeavingSettlement | null>(null);
  const isLeaving = change === 'withdraw';
  const lastDayTyped = isLeaving ? typedDay(lastDay) : null;
  const leaving = useLeavingSums(row._id, lastDayTyped);
  const valueLAK = leaving.data?.valueLAK ?? 0;
  const isOpen =
    lastDayTyped !== null && (leaving.isPending || (valueLAK > 0 && settlement === null));
  const words = t(`roster.do.${change}`);
  const send = async () => {
    setSending(true);
    const body = {
      change,
      version: row.version,
      reason,
      lastDay: isLeaving ? dayAsTyped(lastDay) : null,
      settlement,
      expectedValue: leaving.data ? valueLAK : null,
      overrideReason,
      acceptWarnings,
    };
    const write = (key: string) =>
      api
        .post<EnrolmentRow>(`/enrolments/${row._id}/change`, body, {
          ...withIdempotency(key),
          quiet: true,
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError)
            setRefused(((error.body.rows ?? []) as CheckedRow[])[0]?.findings ?? []);
          throw error;
        });
    const result = await saveOnce(write);
    setSending(false);
    if (result.outcome === 'saved') {
      showToast('success', t('common:saved'));
      return onDone(result.row, (leaving.data?.lines ?? []).length === 0);
    }
    if (result.outcome === 'refused') onRefused();
    if (isLeaving) void leaving.refetch();
    return setProblem(failureText(result));
  };
  return (
    <Dialog
      title={t('roster.ask', { do: words, name: currentName(row) })}
      description={classCode}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button
            look="solid"
            disabled={
              isSending || isOpen || (reasonedChanges.includes(change) && reason.trim() === '')
            }
            onClick={() => void send()}
          >
            {words}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {children}
        {reasonedChanges.includes(change) && (
          <PlainField
            label={t('roster.reason')}
            required
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {isLeaving && (
          <PlainField
            label={t('roster.lastDay')}
            required
            inputMode="numeric"
            value={lastDay}
            onChange={(event) => setLastDay(event.target.value)}
          />
        )}
        {lastDayTyped !== null && (
          <LeavingPart asked={leaving} settlement={settlement} onChoose={setSettlement} />
        )}
        {refused.map((finding) => (
          <Note key={finding.check} tone={finding.weight === 'block' ? 'bad' : 'wait'}>
            <p>{withWholeCodes(findingText(finding))}</p>
          </Note>
        ))}
        {refused.some(({ weight }) => weight === 'override') && mayOverride && (
          <PlainField
            label={t('plan.override')}
            maxLength={200}
            value={overrideReason}
            onChange={(event) => setOverride(event.target.value)}
          />
        )}
        {refused.some(({ weight }) => weight === 'warn') && (
          <Tick checked={acceptWarnings} onChange={(event) => setAccept(event.target.checked)}>
            {t('plan.accept')}
          </Tick>
        )}
        <ErrorText role="alert">{problem}</ErrorText>
      </Stack>
    </Dialog>
  );
}
