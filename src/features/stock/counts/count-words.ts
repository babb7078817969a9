import type { StockCount } from '#contract/stock-counts.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

export const countTones: Record<StockCount['status'], StatusTone> = {
  open: 'new',
  finished: 'on',
  cancelled: 'off',
};
