import { forgivingStorage } from './forgiving-storage.ts';
import { LAST_RECEIPTS_KEY } from './storage-keys.ts';

/** A receipt that this device showed or printed; it names no person. */
export type KeptReceipt = { number: string; at: string; amountLAK: number };

const MOST = 50;

/** The last receipts of this device, newest first; they stay through sign-outs. */
export function lastReceipts(): KeptReceipt[] {
  try {
    const kept: unknown = JSON.parse(forgivingStorage.getItem(LAST_RECEIPTS_KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptReceipt[]) : [];
  } catch {
    return [];
  }
}

/** Keeps the number of a receipt, in case the books go back to a backup from before it. */
export function keepReceipt(receipt: KeptReceipt): void {
  const others = lastReceipts().filter(({ number }) => number !== receipt.number);
  const newest = [receipt, ...others].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MOST);
  forgivingStorage.setItem(LAST_RECEIPTS_KEY, JSON.stringify(newest));
}
