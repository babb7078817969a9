import { branches } from '#contract/centre/branches.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { exchangeRates } from '#contract/money/exchange-rates.ts';
import type { Tx } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { shownRate } from '#contract/money/shown-amount.ts';
import { searchText } from '#server/db/search-text.ts';
import { addBooks } from '#server/centre/branches/first-book.ts';
import { storeBankAccounts } from '#server/centre/branches/bank-accounts.service.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { addDemoAnnouncements } from './demo-announcements.ts';
import { addDemoClasses } from './demo-classes.ts';
import { demoBranches } from './demo-branches.ts';
import { addDemoMarks } from './demo-marks.ts';
import { addDemoPeople } from './demo-people.ts';
import { demoRates } from './demo-rates.ts';
import { addDemoStock } from './demo-stock.ts';

/** Adds the demo branches, except those whose code is taken. */
export async function addDemoBranches(tx: Tx): Promise<void> {
  const inputs = demoBranches.map((written) => branches.input.parse(written));
  const rows = inputs.map((input) => ({ ...input, search: searchText(input, branches.search) }));
  const added = await tx
    .insert(branchTable)
    .values(rows)
    .onConflictDoNothing()
    .returning({ _id: branchTable._id, code: branchTable.code });
  await addBooks(
    tx,
    added.map(({ _id }) => _id),
  );
  for (const { _id, code } of added)
    await storeBankAccounts(
      tx,
      _id,
      [],
      inputs.find((input) => input.code === code)?.bankAccounts ?? [],
    );
}

async function addDemoRates(tx: Tx, user: SignedInUser): Promise<void> {
  const rates = demoRates(new Date(await transactionNow(tx)));
  const author = { createdBy: `${user.firstName} ${user.lastName}`, createdById: user._id };
  await tx
    .insert(exchangeRateTable)
    .values(
      rates.map((rate) => ({ ...rate, ...author, search: searchText(rate, exchangeRates.search) })),
    );
  for (const currency of new Set(rates.map((rate) => rate.currency)))
    await raiseAlert(tx, {
      kind: 'firstRate',
      branchId: null,
      subjectId: user._id,
      detail: `${currency} ${shownRate(rates.find((rate) => rate.currency === currency)?.rateToLAK ?? '')}`,
    });
}

/**
 * Adds branches, exchange rates, people, classes with their marks, stock and announcements, entered
 * by `user`, for trying things out.
 */
export async function addDemoData(tx: Tx, user: SignedInUser): Promise<void> {
  await addDemoBranches(tx);
  await addDemoRates(tx, user);
  await addDemoPeople(tx);
  await addDemoClasses(tx);
  await addDemoMarks(tx, user);
  await addDemoStock(tx, user);
  await addDemoAnnouncements(tx, user);
}
