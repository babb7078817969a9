import * as z from 'zod/mini';
import { branchCode, fileId, id, name, optionalText, phone, provinceCode, stamp, text, version } from './fields.ts';
import { resource } from './resource.ts';

/** Currencies a branch may hold a bank account in. */
export const bankAccountCurrencies = ['LAK', 'THB', 'USD'] as const;
export const MAX_BANK_ACCOUNTS = 10;

/** Where parents transfer to; the QR picture is the bank's own static one. */
export const bankAccount = z.object({
  bank: text(60),
  currency: z.enum(bankAccountCurrencies),
  accountName: text(80),
  accountNo: text(40),
  qrFileId: fileId,
});

/** Kip notes below this step are not handed out: totals in cash are rounded to it. */
export const cashSteps = [500, 1000] as const;

export const branchInput = z.object({
  branchName: name,
  branchNameLo: optionalText(60),
  code: branchCode,
  provinceCode,
  district: optionalText(60),
  village: optionalText(60),
  phone,
  manager: optionalText(80),
  openHours: optionalText(120),
  bankAccounts: z._default(z.array(bankAccount).check(z.maxLength(MAX_BANK_ACCOUNTS)), []),
  receiptFooter: optionalText(300),
  logoFileId: fileId,
  holdHours: z._default(z.int().check(z.gte(1), z.lte(168)), 24),
  cashStep: z._default(z.literal(cashSteps), 1000),
  allowNegativeStock: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
});

/** Phone is empty in the first branch until somebody fills it in: the first-run form does not ask for it. */
export const branch = z.extend(branchInput, {
  phone: z.string(),
  _id: id,
  version,
  createdAt: stamp,
  updatedAt: stamp,
});

export const branches = resource({
  name: 'branches',
  row: branch,
  input: branchInput,
  sort: ['branchName', 'code', 'provinceCode', 'createdAt'],
  search: ['branchName', 'branchNameLo', 'code', 'phone'],
  cache: 'instant',
});

export type BankAccount = z.output<typeof bankAccount>;
export type Branch = z.output<typeof branch>;
