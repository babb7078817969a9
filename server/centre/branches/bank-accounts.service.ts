import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { BankAccount, Branch } from '#contract/centre/branches.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import {
  bankAccountTable as table,
  paymentTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/** The bank accounts of a branch: the default first, then by age. */
export const bankAccountsOfBranch = sql<BankAccount[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      '_id', account.id,
      'bank', account.bank,
      'currency', account.currency,
      'accountName', account.account_name,
      'accountNo', account.account_no,
      'qrFileId', account.qr_file_id,
      'qrText', account.qr_text,
      'orderNoInQr', account.order_no_in_qr,
      'active', account.active,
      'isDefault', account.is_default,
      'triedAt', to_char(account.tried_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by account.is_default desc, account.id
  )
  from ${table} account where account.branch_id = ${branchTable}.id), '[]')`;

type Account = Omit<BankAccount, '_id'> & { _id: string };

const isSameAccount = (account: BankAccount, other: BankAccount) =>
  account.bank === other.bank &&
  account.currency === other.currency &&
  account.accountNo === other.accountNo;

async function usedIn(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ _id: paymentTable.bankAccountId })
    .from(paymentTable)
    .where(inArray(paymentTable.bankAccountId, [...ids]));
  return new Set(rows.map(({ _id }) => String(_id)));
}

/** A changed code has to be tested again. */
const tried = (account: BankAccount, before: BankAccount | undefined) =>
  account.qrText === '' ||
  (before && before.qrText !== account.qrText && before.triedAt === account.triedAt)
    ? null
    : account.triedAt;

/** One of the active kip accounts is the default: the chosen one, else the first. */
function withDefault(accounts: readonly Account[]): Account[] {
  const chosen =
    accounts.find(({ isDefault }) => isDefault) ??
    accounts.find(({ currency, active }) => currency === 'LAK' && active);
  return accounts.map((account) => ({ ...account, isDefault: account === chosen }));
}

/**
 * Stores the bank accounts of a branch, whose row the caller has locked. An account that has
 * received money keeps its number and is deactivated instead of deleted. Errors name the account's
 * field.
 */
export async function storeBankAccounts(
  tx: Tx,
  branchId: string,
  before: Branch['bankAccounts'],
  input: Branch['bankAccounts'],
): Promise<void> {
  const old = new Map(before.map((account) => [String(account._id), account]));
  const used = await usedIn(tx, [...old.keys()]);
  const problems: [string, FieldError][] = [];
  const defaults = input.filter(({ isDefault }) => isDefault);
  const accounts = input.map((account, at): Account => {
    const _id = account._id?.toLowerCase();
    const stored = _id === undefined ? undefined : old.get(_id);
    const isTwice = input.findIndex((one) => one._id?.toLowerCase() === _id) < at;
    if (_id !== undefined && (!stored || isTwice))
      problems.push([`bankAccounts.${at}.accountNo`, 'invalid']);
    if (stored && used.has(String(_id)) && !isSameAccount(stored, account))
      problems.push([`bankAccounts.${at}.accountNo`, 'accountUsed']);
    if (account.isDefault && account !== defaults[0])
      problems.push([`bankAccounts.${at}.isDefault`, 'oneDefault']);
    return { ...account, _id: _id ?? uuidv7(), triedAt: tried(account, stored) };
  });
  if (problems.length > 0) throw fieldsInvalid(Object.fromEntries(problems));
  const missing = [...old.keys()].filter((_id) => !accounts.some((account) => account._id === _id));
  const deactivated = missing.filter((_id) => used.has(_id));
  const removed = missing.filter((_id) => !used.has(_id));
  if (removed.length > 0) await tx.delete(table).where(inArray(table._id, removed));
  // The old default is cleared first, so that there are never two.
  await tx.update(table).set({ isDefault: false }).where(eq(table.branchId, branchId));
  if (deactivated.length > 0)
    await tx
      .update(table)
      .set({ active: false })
      .where(and(eq(table.branchId, branchId), inArray(table._id, deactivated)));
  for (const { _id, ...fields } of withDefault(accounts)) {
    await tx
      .insert(table)
      .values({ _id, branchId, ...fields })
      .onConflictDoUpdate({ target: table._id, set: fields });
  }
}
