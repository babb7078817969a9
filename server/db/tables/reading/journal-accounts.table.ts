import { pgTable, text } from 'drizzle-orm/pg-core';
import { journalAccounts, type JournalAccount } from '#contract/money/journal.ts';
import { oneOf, wordCheck } from '#server/db/columns.ts';

/** The accountant's code of an account of the journal. */
export const journalAccountTable = pgTable(
  'journal_accounts',
  { account: oneOf<JournalAccount>('account').primaryKey(), code: text('code').notNull() },
  (table) => [wordCheck('journal_accounts', table.account, journalAccounts)],
);
