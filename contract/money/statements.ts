import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { amount, date, id, optionalText, timestamp } from '#contract/fields.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import { paymentStates } from '#contract/orders/payments.ts';
import { otherSheet, sheetQuestion } from '#contract/imports/sheet-questions.ts';
import { notIncomingRow, unreadRow } from './statement-reading.ts';

/**
 * Bank statements: rows of money that came into an account of the branch, according to the bank.
 */
export const statements = { path: '/verification/statements' } as const;

/** The columns of a statement. Without a day and an amount nothing can be read. */
export const statementFields = [
  'day',
  'time',
  'reference',
  'description',
  'amount',
  'debit',
  'direction',
  'valueDay',
] as const;
export type StatementField = (typeof statementFields)[number];

const column = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(500)));
const yesOrNo = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
);
/** Words of a column, separated by line breaks. */
const words = z.optional(
  z.pipe(
    z.string().check(z.maxLength(2000)),
    z.transform((text) => text.split('\n').filter((word) => word !== '')),
  ),
);
const choiceParts = {
  day: column,
  time: column,
  reference: column,
  description: column,
  amount: column,
  debit: column,
  direction: column,
  valueDay: column,
  inWords: words,
  outWords: words,
  sheet: z.optional(z.string().check(z.maxLength(100))),
  buddhistYear: yesOrNo,
  dayOrder: z.optional(z.enum(['dayFirst', 'monthFirst'])),
  farDay: yesOrNo,
  swappedDays: yesOrNo,
};
const isPair = ({ day, amount: sum }: { day?: number | undefined; amount?: number | undefined }) =>
  (day === undefined) === (sum === undefined);
const required = { path: ['amount'], error: 'required' };

/**
 * POST `/verification/statements`: the body is the file itself, CSV or XLSX. The columns are those
 * that a person chose. Without them the kept columns of the account count, else those whose
 * headings are known.
 */
export const statementQuery = z
  .object({ bankAccountId: id, fileName: optionalText(200), ...choiceParts })
  .check(z.refine(isPair, required));
export type StatementQuery = z.output<typeof statementQuery>;

/**
 * POST `/verification/statements/columns`: reads a file like the loading does, and stores nothing.
 */
export const statementColumnsQuery = z
  .object({ bankAccountId: id, ...choiceParts })
  .check(z.refine(isPair, required));
export type StatementColumnsQuery = z.output<typeof statementColumnsQuery>;

/** The columns of a file with samples of their content, and those that are recognised. */
export const statementColumns = z.object({
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  known: z.object({
    day: z.nullable(z.int()),
    amount: z.nullable(z.int()),
    reference: z.nullable(z.int()),
  }),
});
export type StatementColumns = z.output<typeof statementColumns>;

/** The rows of a file by what became of them. */
export const statementCounts = z.object({ in: z.int(), notIncoming: z.int(), unread: z.int() });
export type StatementCounts = z.output<typeof statementCounts>;

const optionalColumn = z.nullable(z.int());
/** The reading of a file before it is loaded. */
export const statementPreview = z.object({
  columns: z.array(
    z.object({
      heading: z.string(),
      samples: z.array(z.string()),
      /** Its different values, if they are few: the words of a column that says in or out. */
      words: z.array(z.string()),
    }),
  ),
  known: z.object({
    day: optionalColumn,
    time: optionalColumn,
    reference: optionalColumn,
    description: optionalColumn,
    amount: optionalColumn,
    debit: optionalColumn,
    direction: optionalColumn,
    valueDay: optionalColumn,
  }),
  inWords: z.array(z.string()),
  outWords: z.array(z.string()),
  /** True if the columns are those that were kept for the account. */
  isKept: z.boolean(),
  /** Null if no table of money was found. */
  counts: z.nullable(statementCounts),
  /** The first rows that would not be in, with their reasons. */
  notIncoming: z.array(notIncomingRow),
  unread: z.array(unreadRow),
  questions: z.array(sheetQuestion),
  sheetName: z.string(),
  otherSheets: z.array(otherSheet),
});
export type StatementPreview = z.output<typeof statementPreview>;

/** The columns that a person chose for an account, by their headings. */
export type KeptColumns = {
  columns: Partial<Record<StatementField, { heading: string; at: number }>>;
  inWords: string[];
  outWords: string[];
};

/** The rows of a file that are not money that came in, with their reasons. */
export const statementLeftOut = z.object({
  headings: z.array(z.string()),
  notIncoming: z.array(notIncomingRow),
  unread: z.array(unreadRow),
  /** Rows of money whose reference a spreadsheet has cut. */
  cutReferences: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
});
/** GET `/verification/statements/{statement}/left-out`. */
export type StatementLeftOut = z.output<typeof statementLeftOut>;

export const statementLoaded = z.object({
  statementId: id,
  /** New rows; rows of an earlier file of the same account are not added again. */
  added: z.int(),
  known: z.int(),
  /** Rows that are not incoming money, or could not be read. */
  leftOut: z.int(),
  /** Missing in the stored answers of earlier releases. */
  notIncoming: z.optional(z.int()),
  unread: z.optional(z.int()),
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
  /** False for a row of these days that only an earlier file has. */
  inFile: z.boolean(),
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
      sheetName: z.string(),
      from: date,
      to: date,
      at: timestamp,
      by: z.string(),
      counts: statementCounts,
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
