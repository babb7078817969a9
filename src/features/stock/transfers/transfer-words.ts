import type { TransferStatus } from '#contract/stock/stock-transfers.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

/**
 * Transfers that do not move, not yet or no longer, have an open ring; a sent one is not done yet.
 */
export const transferTones: Record<TransferStatus, StatusTone> = {
  draft: 'off',
  sent: 'new',
  received: 'on',
  calledBack: 'off',
  cancelled: 'off',
};
