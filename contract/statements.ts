import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { amount, date, id, optionalText, stamp } from './fields.ts';
import { paymentStates } from './payments.ts';

/** Bank statements: rows of money that came into an account of the branch, as the bank says. */
export const statements = { path: '/verification/statements' } as const;

/** POST `/verification/statements`: the body is the file itself, CSV or XLSX. */
export const statementQuery = z.object({ bankAccountId: id, fileName: optionalText(200) });
export const statementLoaded = z.object({
  statementId: id,
  /** Rows that are new; those of an earlier file of the same account are not added again. */
  added: z.int(),
  known: z.int(),
  /** Rows that are no money that came in. */
  leftOut: z.int(),
});
export type StatementLoaded = z.output<typeof statementLoaded>;

/** What a row may belong to: by reference and amount, by one of them alone. */
export const proposals = ['both', 'reference', 'amount'] as const;

const paymentOfLine = z.object({ _id: id, state: z.enum(paymentStates), payerName: z.string(), reference: z.string(), at: stamp, tendered: z.int(), isOwn: z.boolean() });

/** A row of the statement, with the payment that it belongs to, or the slip that it may belong to. */
export const statementLine = z.object({
  _id: id,
  row: z.int(),
  day: date,
  time: z.string(),
  reference: z.string(),
  description: z.string(),
  amount: z.int(),
  payment: z.nullable(paymentOfLine),
  proposal: z.nullable(z.extend(paymentOfLine, { by: z.enum(proposals) })),
});
export type StatementLine = z.output<typeof statementLine>;

/** GET `/verification/statements/{account}`: the statement that was loaded last, with all rows of its days, and what is confirmed but not in it. */
export const statementView = z.object({
  currency: z.enum(priceCurrencies),
  loaded: z.nullable(z.object({ fileName: z.string(), from: date, to: date, at: stamp, by: z.string() })),
  lines: z.array(statementLine),
  missing: z.array(paymentOfLine),
});
export type StatementView = z.output<typeof statementView>;

/** POST `/verification/statement-lines/{id}/record`: money that nobody recorded pays an order; another person confirms it. */
export const lineRecord = z.object({ orderId: id, expectedBalance: amount });
export type LineRecord = z.output<typeof lineRecord>;
export const lineRecorded = z.object({ paymentId: id });
export type LineRecorded = z.output<typeof lineRecorded>;
