import { useState } from 'react';
import { shifts } from '#contract/money/drawer-paths.ts';
import type { Shift, ShiftRecord } from '#contract/money/drawers.ts';
import { useDraft } from '#src/components/edit/use-draft.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import { usePayRates } from '#src/entities/payment/pay-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import {
  countDraft,
  emptyCount,
  goesToSafe,
  leavesTooMuch,
  countState,
  type CountDraft,
} from './count-state.ts';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';

/** The count of a drawer as it is typed; it stays on the device until the drawer is closed. */
export function useDrawerCount(shift: ShiftRecord, onClosed: () => void) {
  const { rates } = usePayRates();
  const changed = useDrawersChanged();
  const held = useHeldValues<CountDraft>(emptyCount);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const draft = useDraft<never>({
    place: { form: shifts.path, record: shift._id },
    title: undefined,
    schema: countDraft,
    isWritable: true,
    read: () => (held.read() === emptyCount ? undefined : { values: held.read() }),
    restore: ({ values }) => held.amend(values as CountDraft),
    onSavedBefore: () => undefined,
  });
  const state = countState(held.values, shift, rates);
  const { reason, safeReceivedBy } = held.values;
  const isAbove = state.above.length > 0;
  const needs = {
    count: state.missing.length > 0,
    left: leavesTooMuch(state) || Object.values(state.left).includes(null),
    reason: isAbove && reason.trim() === '',
    receiver: goesToSafe(state) && safeReceivedBy.trim() === '',
  };
  const close = async (approvalToken: string | null) => {
    setBusy(true);
    setFailure(undefined);
    const body = {
      counted: state.counted,
      expected: shift.expected,
      left: state.left,
      safeReceivedBy,
      reason,
      approvalToken,
    };
    const result = await saveOnce((key) =>
      api.post<Shift>(`${shifts.path}/${shift._id}/close`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    setBusy(false);
    if (result.outcome !== 'saved') {
      // Money that came in meanwhile changes the expected sums, and with them the difference.
      void changed();
      return setFailure(failureText(result));
    }
    held.amend(emptyCount);
    draft.discard();
    await changed();
    return onClosed();
  };
  return {
    values: held.values,
    draft,
    state,
    needs,
    isAbove,
    failure,
    isBusy,
    close,
    isComplete: !Object.values(needs).includes(true),
    change: (values: CountDraft) => {
      held.amend(values);
      draft.changed();
    },
  };
}
