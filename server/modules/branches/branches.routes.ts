import { branches, type Branch } from '#contract/branches.ts';
import type { Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { requireFiles } from '#server/modules/files/files.service.ts';
import { branchTable } from './branches.table.ts';

/** A branch is its own scope: a clerk sees the one they work in. */
const source = { table: branchTable, branch: branchTable._id };

function checkFiles(tx: Tx, input: Pick<Branch, 'logoFileId' | 'bankAccounts'>): Promise<void> {
  const qrFiles = input.bankAccounts.map(
    ({ qrFileId }, index) => [`bankAccounts.${index}.qrFileId`, qrFileId] as const,
  );
  return requireFiles(tx, [['logoFileId', input.logoFileId], ...qrFiles]);
}

export function branchRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, branches, { ...source, query: branches.query, order: [branchTable.branchName] });
  readRoute(api, db, branches, source);
  createRoute(api, db, branches, { ...source, check: checkFiles });
  replaceRoute(api, db, branches, { ...source, check: checkFiles });
}
