import { getTableColumns, is, Table } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditFields, isSilent } from '#contract/words/audit/fields.ts';
import * as schema from '#server/db/schema.ts';

/** Tables of the server's own work, no record of which is ever audited. */
const notAudited: ReadonlySet<string> = new Set([
  'accountDeviceTable',
  'accountPinTable',
  'auditTable',
  'backupTable',
  'bookTable',
  'centreExportPartTable',
  'centreExportTable',
  'coursePassedBeforeTable',
  'deviceTable',
  'idempotencyTable',
  'keptDayTable',
  'keptPaymentSumsTable',
  'importCellWordTable',
  'importKeyTable',
  'importWordTable',
  'movedMoneyTable',
  'movingRowTable',
  'movingSheetTable',
  'numberGapTable',
  'numberSeriesTable',
  'openingCashTable',
  'passkeyChallengeTable',
  'passkeyTable',
  'recoveryCodeTable',
  'rememberedDeviceTable',
  'restoreTable',
  'secondFactorTable',
  'sessionGapTable',
  'sessionTable',
  'setupCodeTable',
  'signInAttemptTable',
]);
/** Secrets, what only the database needs, and what somebody has read: never put into an entry. */
const unsaid: ReadonlySet<string> = new Set([
  'codeHash',
  'draftKey',
  'onlyRow',
  'outsideSha256',
  'passwordHash',
  'secondFactorSince',
  'seenNews',
  'tokenHash',
]);

it('calls every field of an audited record by a word in both languages', () => {
  const tables = Object.entries(schema).filter(
    ([name, table]) => is(table, Table) && !notAudited.has(name),
  );
  const fields = new Set(
    tables.flatMap(([, table]) => Object.keys(getTableColumns(table as Table))),
  );
  expect(
    [...fields]
      .filter((field) => !(field in auditFields) && !isSilent(field) && !unsaid.has(field))
      .toSorted(),
  ).toEqual([]);
});
