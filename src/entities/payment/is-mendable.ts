import type { PaymentMethod, PaymentState } from '#contract/orders/payments.ts';
import { dayInLaos } from '#contract/dates.ts';

/**
 * True if a wrong payment can still be corrected: cash of today, or a slip of today that nobody has
 * verified. The server also checks its drawer.
 */
export function isMendable({
  method,
  state,
  amountLAK,
  at,
}: {
  method: PaymentMethod;
  state: PaymentState;
  amountLAK: number;
  at: string;
}): boolean {
  const isOpen =
    method === 'cash' ? state === 'confirmed' : method !== 'opening' && state === 'pending';
  return isOpen && amountLAK > 0 && dayInLaos(Date.parse(at)) === dayInLaos();
}
