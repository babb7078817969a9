import type { TransferStatus } from '#contract/stock-transfers.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

/** What has not moved or moves no more is a ring; what is on its way is not done yet. */
export const transferTones: Record<TransferStatus, StatusTone> = {
  draft: 'off',
  sent: 'new',
  received: 'on',
  calledBack: 'off',
  cancelled: 'off',
};
