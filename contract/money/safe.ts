import * as z from 'zod/mini';
import { priceCurrencies, type PriceCurrency } from './currencies.ts';
import { currencySums, inCash, typedSums, type CurrencySums } from './drawers.ts';
import { amount, id, optionalId, optionalText, timestamp, text } from '#contract/fields.ts';

export const safe = {
  name: 'safe',
  path: '/safe',
  read: 'safe:read',
  write: 'safe:write',
} as const;

/** The reasons for which money moves into or out of the safe; a count moves its difference. */
export const safeKinds = ['fromDrawer', 'toDrawer', 'toBank', 'counted'] as const;
export type SafeKind = (typeof safeKinds)[number];

const safeMovement = z.object({
  _id: id,
  kind: z.enum(safeKinds),
  currency: z.enum(priceCurrencies),
  /** Minor units, with its sign; for a count its difference. */
  amount: z.int(),
  /** The counted amount; only for a count. */
  counted: z.nullable(z.int()),
  drawerName: z.nullable(z.string()),
  shiftId: z.nullable(id),
  bank: z.nullable(z.string()),
  reason: z.string(),
  receivedBy: z.string(),
  by: z.string(),
  at: timestamp,
});
export type SafeMovement = z.output<typeof safeMovement>;

/** GET `/safe`: its balance and its last movements, newest first. */
export const safeRecord = z.object({
  branchId: id,
  balance: currencySums,
  /** What the old book has in a safe that nobody has counted yet. */
  opening: z.nullable(currencySums),
  movements: z.array(safeMovement),
  /** The accounts to which money of the safe can be brought. */
  banks: z.array(
    z.object({
      _id: id,
      bank: z.string(),
      accountNo: z.string(),
      currency: z.enum(priceCurrencies),
    }),
  ),
});
export type SafeRecord = z.output<typeof safeRecord>;

/** What a count should find: the balance, and before the first count the cash of the old book. */
export function dueInSafe({
  balance,
  opening,
}: Pick<SafeRecord, 'balance' | 'opening'>): CurrencySums {
  const due = (currency: PriceCurrency) => balance[currency] + (opening?.[currency] ?? 0);
  return { LAK: due('LAK'), THB: due('THB'), USD: due('USD') };
}

/** The most movements in one answer; `before` continues from the oldest of them. */
export const MAX_SAFE_MOVEMENTS = 100;
export const safeQuery = z.object({ branchId: z.optional(id), before: z.optional(id) });

/**
 * POST `/safe/movements`: money out of the safe, to an open drawer of today or to a bank account of
 * the same currency.
 */
export const safeMovementInput = z
  .object({
    branchId: id,
    kind: z.enum(['toDrawer', 'toBank']),
    drawerId: optionalId,
    bankAccountId: optionalId,
    currency: z.enum(priceCurrencies),
    amount: amount.check(z.refine((minor) => minor > 0, { error: 'positive' })),
    reason: optionalText(200),
    receivedBy: text(80),
  })
  .check(
    inCash,
    z.refine(({ kind, drawerId }) => (kind === 'toDrawer') === (drawerId !== null), {
      path: ['drawerId'],
      error: 'required',
    }),
    z.refine(({ kind, bankAccountId }) => (kind === 'toBank') === (bankAccountId !== null), {
      path: ['bankAccountId'],
      error: 'required',
    }),
  );
export type SafeMovementInput = z.output<typeof safeMovementInput>;

/**
 * POST `/safe/counts`; a count that differs from what is due needs a reason. A sum that changed
 * since it was shown (`expected`) is refused.
 */
export const safeCountInput = z.object({
  branchId: id,
  counted: typedSums,
  expected: z._default(z.nullable(currencySums), null),
  reason: optionalText(200),
});
export type SafeCountInput = z.output<typeof safeCountInput>;
