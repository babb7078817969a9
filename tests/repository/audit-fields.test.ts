import { getTableColumns, is, Table } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditActions } from '#contract/words/audit/acts.ts';
import { auditFields, isSilent } from '#contract/words/audit/fields.ts';
import * as schema from '#server/db/schema.ts';
import { projectFiles, read } from './project-files.ts';

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
  'secondFactorAllSince',
  'secondFactorSince',
  'seenNews',
  'tokenHash',
]);

/** No act of the log: a word of a header. */
const notRecorded: ReadonlySet<string> = new Set(['deny']);

it('calls every act that the server records by a word in both languages', () => {
  const acts = projectFiles
    .filter((file) => file.startsWith('server/') && file.endsWith('.ts'))
    .flatMap((file) => [...read(file).matchAll(/\baction: '([a-z-]+)'/gi)])
    .map(([, act = '']) => act);
  const unknown = acts.filter((act) => !(act in auditActions) && !notRecorded.has(act));
  expect(acts.length).toBeGreaterThan(50);
  expect([...new Set(unknown)].toSorted()).toEqual([]);
});

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
