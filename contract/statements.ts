import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { amount, date, id, optionalText, timestamp } from './fields.ts';
import { namedPayer } from './payer-name.ts';
import { paymentStates } from './payments.ts';

/**
 * Bank statements: rows of money that came into an account of the branch, according to the bank.
 */
export const statements = { path: '/verification/statements' } as const;

const column = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(500)));
/**
 * POST `/verification/statements`: the body is the file itself, CSV or XLSX. The columns are those
 * that a person chose, if they are not recognised.
 */
export const statementQuery = z
  .object({
    bankAccountId: id,
    fileName: optionalText(200),
    day: column,
    amount: column,
    reference: column,
  })
  .check(
    z.refine(({ day, amount: sum }) => (day === undefined) === (sum === undefined), {
      path: ['amount'],
      error: 'required',
    }),
  );
export type StatementQuery = z.output<typeof statementQuery>;

/**
 * POST `/verification/statements/columns`: the columns of a file with samples of their content, and
 * those that are recognised. Nothing is stored.
 */
export const statementColumns = z.object({
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  known: z.object({
    day: z.nullable(z.int()),
    amount: z.nullable(z.int()),
    reference: z.nullable(z.int()),
  }),
});
export type StatementColumns = z.output<typeof statementColumns>;

export const statementLoaded = z.object({
  statementId: id,
  /** New rows; rows of an earlier file of the same account are not added again. */
  added: z.int(),
  known: z.int(),
  /** Rows that are not incoming money. */
  leftOut: z.int(),
});
export type StatementLoaded = z.output<typeof statementLoaded>;

/** The match of a row: by reference and amount, or by one of them. */
export const proposals = ['both', 'reference', 'amount'] as const;

const paymentOfLine = z.object({
  _id: id,
  state: z.enum(paymentStates),
  ...namedPayer,
  reference: z.string(),
  at: timestamp,
  tendered: z.int(),
  isOwn: z.boolean(),
});

/** A row of the statement, with its payment or a proposed slip. */
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

/**
 * GET `/verification/statements/{account}`: the last loaded statement, with all rows of its days,
 * and confirmed payments that are missing in it.
 */
export const statementView = z.object({
  currency: z.enum(priceCurrencies),
  loaded: z.nullable(
    z.object({
      statementId: id,
      mayTakeBack: z.boolean(),
      fileName: z.string(),
      from: date,
      to: date,
      at: timestamp,
      by: z.string(),
    }),
  ),
  lines: z.array(statementLine),
  missing: z.array(paymentOfLine),
});
export type StatementView = z.output<typeof statementView>;

/**
 * POST `/verification/statements/{statement}/take-back`: removes a wrong file. Only the last one of
 * its account can be removed, and only while no row of it belongs to a payment.
 */
export const statementTakenBack = z.object({ rows: z.int() });
export type StatementTakenBack = z.output<typeof statementTakenBack>;

/**
 * POST `/verification/statement-lines/{id}/record`: money that nobody recorded pays an order;
 * another person confirms it.
 */
export const lineRecord = z.object({ orderId: id, expectedBalance: amount });
export type LineRecord = z.output<typeof lineRecord>;
export const lineRecorded = z.object({ paymentId: id });
export type LineRecorded = z.output<typeof lineRecorded>;
