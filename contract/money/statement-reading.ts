import * as z from 'zod/mini';

/** Reasons why a row of a statement is not money that came in. */
export const notIncomingReasons = [
  'moneyOut',
  'noMoney',
  'balance',
  'total',
  'text',
  'status',
  'repeated',
] as const;
export type NotIncomingReason = (typeof notIncomingReasons)[number];

/** Reasons why a row of a statement could not be read. */
export const unreadReasons = [
  'dayUnreadable',
  'dayUnclear',
  'dayFar',
  'amountUnreadable',
  'directionUnknown',
  'otherCurrency',
  'statusUnknown',
  'changedSum',
  'timeUnreadable',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

/** A row of the file as it stands there; `row` is its number. */
const rowOfFile = { row: z.int(), cells: z.array(z.string()) };
export const notIncomingRow = z.object({ ...rowOfFile, reason: z.enum(notIncomingReasons) });
export const unreadRow = z.object({ ...rowOfFile, reason: z.enum(unreadReasons) });
export type NotIncomingRow = z.output<typeof notIncomingRow>;
export type UnreadRow = z.output<typeof unreadRow>;
