import { forgivingStorage } from './forgiving-storage.ts';
import { randomId } from './random-id.ts';
import { DEVICE_KEY } from './storage-keys.ts';

let own: string | undefined;

/**
 * The random id of this device, which stays through sign-outs. By it the server knows when a device
 * was silent (docs/money.md, "Cash that was taken offline"). It names no person.
 */
export function deviceId(): string {
  own ??= forgivingStorage.getItem(DEVICE_KEY) ?? undefined;
  if (own !== undefined) return own;
  own = randomId();
  forgivingStorage.setItem(DEVICE_KEY, own);
  return own;
}
