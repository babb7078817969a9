import { branches } from '#contract/branches.ts';
import type { SignedInUser } from '#contract/auth.ts';
import { exchangeRates } from '#contract/exchange-rates.ts';
import type { Tx } from '#server/db/client.ts';
import { databaseNow } from '#server/lib/database-clock.ts';
import { searchText } from '#server/lib/search-text.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { exchangeRateTable } from '#server/modules/exchange-rates/exchange-rates.table.ts';
import { addDemoClasses } from './demo-classes.ts';
import { demoBranches } from './demo-branches.ts';
import { addDemoMarks } from './demo-marks.ts';
import { addDemoPeople } from './demo-people.ts';
import { demoRates } from './demo-rates.ts';

/** Adds the demo branches, except those whose code is taken. */
export async function addDemoBranches(tx: Tx): Promise<void> {
  const rows = demoBranches.map((written) => {
    const input = branches.input.parse(written);
    return { ...input, search: searchText(input, branches.search) };
  });
  await tx.insert(branchTable).values(rows).onConflictDoNothing();
}

async function addDemoRates(tx: Tx, user: SignedInUser): Promise<void> {
  const rates = demoRates(new Date(await databaseNow(tx)));
  const author = { createdBy: `${user.firstName} ${user.lastName}`, createdById: user._id };
  await tx
    .insert(exchangeRateTable)
    .values(rates.map((rate) => ({ ...rate, ...author, search: searchText(rate, exchangeRates.search) })));
}

/** Branches, exchange rates, people, classes and what was marked in them, to try things with, entered by `user`. */
export async function addDemoData(tx: Tx, user: SignedInUser): Promise<void> {
  await addDemoBranches(tx);
  await addDemoRates(tx, user);
  await addDemoPeople(tx);
  await addDemoClasses(tx);
  await addDemoMarks(tx, user);
}
