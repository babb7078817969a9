import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { branchNames } from '#contract/centre/branch-names.ts';
import { branches, type Branch } from '#contract/centre/branches.ts';
import { liveStatuses } from '#contract/classes/class-changes.ts';
import type { InputOf } from '#contract/resource.ts';
import type { Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { hasNumbers } from '#server/lib/numbering.ts';
import { addBooks } from './first-book.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { bankAccountsOfBranch, storeBankAccounts } from './bank-accounts.service.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/** A branch is its own scope: a clerk sees only the branch they work in. */
const source = {
  table: branchTable,
  branch: branchTable._id,
  derived: { bankAccounts: bankAccountsOfBranch },
};

async function checkFiles(
  tx: Tx,
  user: SignedInUser,
  { logoFileId, bankAccounts }: Pick<Branch, 'logoFileId' | 'bankAccounts'>,
): Promise<void> {
  const pictures = [
    { field: 'logoFileId', fileId: logoFileId },
    ...bankAccounts.map(({ qrFileId }, index) => ({
      field: `bankAccounts.${index}.qrFileId`,
      fileId: qrFileId,
    })),
  ];
  await requireFile(
    tx,
    user,
    ...pictures.map((picture) => ({ ...picture, purpose: 'centre' as const, branchId: null })),
  );
}

/**
 * Refuses to change a code that is part of a number already, and to archive a branch with running
 * classes.
 */
async function checkChange(tx: Tx, input: InputOf<typeof branches>, before: Branch): Promise<void> {
  if (input.code !== before.code && (await hasNumbers(tx, before._id)))
    throw fieldsInvalid({ code: 'branchCodeUsed' });
  if (input.active || !before.active) return;
  const running = await tx.$count(
    classTable,
    and(eq(classTable.branchId, before._id), inArray(classTable.status, [...liveStatuses])),
  );
  if (running > 0) throw fieldsInvalid({ active: `classesInUse:${running}` });
}

export function branchRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, branches, {
    ...source,
    query: branches.query,
    order: [branchTable.branchName],
  });
  listRoute(api, db, branchNames, {
    table: branchTable,
    branch: 'whole-centre',
    query: branchNames.query,
    order: [branchTable.branchName],
  });
  readRoute(api, db, branches, source);
  createRoute(api, db, branches, {
    ...source,
    check: (tx, input, { user }) => checkFiles(tx, user, input),
    store: async (tx, _id, { bankAccounts }) => {
      await addBooks(tx, [_id]);
      await storeBankAccounts(tx, _id, [], bankAccounts);
      return [];
    },
  });
  replaceRoute(api, db, branches, {
    ...source,
    check: async (tx, input, { user, before }) => {
      await checkFiles(tx, user, input);
      if (before) await checkChange(tx, input, before);
    },
    store: async (tx, _id, { bankAccounts }, { before }) => {
      await storeBankAccounts(tx, _id, before?.bankAccounts ?? [], bankAccounts);
      return [];
    },
  });
}
