import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import { shifts } from '#contract/money/drawer-paths.ts';
import type { CurrencySums, Shift } from '#contract/money/drawers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { useDrawersChanged } from './drawer-queries.ts';
import { sumsInWords } from './drawer-sums.ts';

type CountedBeforeProps = {
  branchId: string;
  shiftId: string;
  offlineCashId: string;
  sums: CurrencySums;
  /** True if the signed-in person sent the visit. Then another person signs. */
  isOwn: boolean;
  onSigned?: () => void;
};

/**
 * Lets a second person sign that this offline cash was in the earlier count, although the count had
 * no such surplus. The cash then leaves the open drawer.
 */
export function CountedBefore({ isOwn, sums, onSigned, ...cash }: CountedBeforeProps) {
  const { t } = useTranslation('drawer');
  const changed = useDrawersChanged();
  const { sign, dialog } = useSigning();
  const maySign = useCan('drawers:reopen') && !isOwn;
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const answer = async () => {
    const act: ApprovedAct = { kind: 'offlineCash', ...cash, sums };
    const token = maySign
      ? null
      : await sign(act, t('offlineCash.signs', { sum: sumsInWords(sums) }));
    if (!maySign && token === null) return;
    setBusy(true);
    const { shiftId, offlineCashId } = cash;
    const result = await saveOnce((key) =>
      api.post<Shift>(
        `${shifts.path}/${shiftId}/counted-before`,
        { offlineCashId, approvalToken: token },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome !== 'saved') return setFailure(failureText(result));
    setFailure(undefined);
    setDone(true);
    onSigned?.();
    showToast('success', t('offlineCash.done'));
    await changed();
  };
  if (isDone) return <p role="status">{t('offlineCash.done')}</p>;
  return (
    <>
      <Button disabled={isBusy} onClick={() => void answer()}>
        {t('offlineCash.act')}
      </Button>
      <ErrorText role="alert">{failure}</ErrorText>
      {dialog}
    </>
  );
}
