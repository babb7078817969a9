import { useState } from 'react';
import { closings } from '#contract/money/days.ts';
import type { PaperPrint } from '#contract/orders/papers.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

/**
 * Records a print of a closing's paper; while `copy` is set, the paper is drawn and prints itself.
 */
export function usePrintClosing(closingId: string | undefined) {
  const [copy, setCopy] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const print = async () => {
    if (closingId === undefined || isBusy || copy !== undefined) return;
    setFailure(undefined);
    setBusy(true);
    const counted = await saveOnce((key) =>
      api.post<PaperPrint>(
        `${closings.path}/${closingId}/print`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (counted.outcome === 'saved') setCopy(counted.row.copy);
    else setFailure(failureText(counted));
  };
  return {
    copy,
    print,
    done: () => setCopy(undefined),
    isBusy: isBusy || copy !== undefined,
    failure,
  };
}
