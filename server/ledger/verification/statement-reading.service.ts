import type { PriceCurrency } from '#contract/money/currencies.ts';
import {
  statementFields,
  type KeptColumns,
  type StatementColumnsQuery,
  type StatementPreview,
} from '#contract/money/statements.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  readStatement,
  type StatementChoice,
  type StatementReading,
  type StatementSheet,
} from './read-statement.ts';
import { columnsOfStatement } from './statement-columns.ts';
import { choiceOf, keptIn, keptWords } from './statement-choice.ts';

type Account = { currency: PriceCurrency; statementColumns: KeptColumns | null };
type Query = Partial<StatementColumnsQuery>;
type Read = {
  reading: StatementReading;
  headings: readonly string[];
  choice: StatementChoice;
  isKept: boolean;
};

/**
 * Reads a file of an account, for the preview and for the loading alike: by the columns that the
 * person chose, else by those that were kept for the account, else by the known headings.
 */
export function readOfAccount(sheet: StatementSheet, account: Account, query: Query): Read {
  const asked = choiceOf(query);
  const headings = columnsOfStatement(sheet, account.currency).columns.map(
    ({ heading }) => heading,
  );
  const { statementColumns: before } = account;
  const kept = query.day === undefined ? keptIn(headings, before) : null;
  const choice = kept ? { ...asked, ...kept, ...keptWords(before) } : asked;
  return {
    reading: readStatement(sheet, account.currency, choice),
    headings,
    choice,
    isKept: kept !== null,
  };
}

/** A column with more different values is no column of words. */
const MOST_WORDS = 8;

/** Nobody reads more rows in a dialog; the loaded file has all of them. */
const MOST_SHOWN = 200;

/** The different values of a column, in the order in which they come. */
function wordsOf({ rows, notIncoming, unread }: StatementReading, column: number): string[] {
  const found = new Set<string>();
  for (const { cells } of [...rows, ...notIncoming, ...unread]) {
    const word = (cells[column] ?? '').trim();
    if (word !== '') found.add(word);
    if (found.size > MOST_WORDS) return [];
  }
  return [...found];
}

function readOrNothing(sheet: StatementSheet, account: Account, query: Query): Read | null {
  try {
    return readOfAccount(sheet, account, query);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'statementUnknown') return null;
    throw error;
  }
}

/** POST `/verification/statements/columns`. */
export function previewStatement(
  sheet: StatementSheet,
  account: Account,
  query: Query,
): StatementPreview {
  const { columns, known } = columnsOfStatement(sheet, account.currency);
  const read = readOrNothing(sheet, account, query);
  const { reading, choice, isKept = false } = read ?? {};
  const taken = { ...known, ...choiceOf(query), ...reading?.columns };
  return {
    columns: columns.map((column, at) => ({
      ...column,
      words: reading ? wordsOf(reading, at) : [],
    })),
    known: Object.fromEntries(
      statementFields.map((field) => [field, taken[field] ?? null]),
    ) as StatementPreview['known'],
    inWords: [...(choice?.inWords ?? [])],
    outWords: [...(choice?.outWords ?? [])],
    isKept,
    counts: reading
      ? {
          in: reading.rows.length,
          notIncoming: reading.notIncoming.length,
          unread: reading.unread.length,
        }
      : null,
    notIncoming: reading?.notIncoming.slice(0, MOST_SHOWN) ?? [],
    unread: reading?.unread.slice(0, MOST_SHOWN) ?? [],
    questions: reading?.questions ?? [],
    sheetName: reading?.sheetName ?? '',
    otherSheets: reading?.otherSheets ?? [],
  };
}
