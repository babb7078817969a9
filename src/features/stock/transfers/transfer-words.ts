import type { StockTransferStatus } from '#contract/stock/stock-transfers.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';

/**
 * Transfers that do not move, not yet or no longer, have an open ring; a sent one is not done yet.
 */
export const transferTones: Record<StockTransferStatus, MarkTone> = {
  draft: 'off',
  sent: 'new',
  received: 'on',
  calledBack: 'off',
  cancelled: 'off',
};
