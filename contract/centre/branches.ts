import * as z from 'zod/mini';
import { minimumRules } from '#contract/desk/visit-prices.ts';
import { branchesList } from './branches-list.ts';
import {
  amount,
  branchCode,
  fileId,
  id,
  name,
  optionalId,
  optionalText,
  phone,
  provinceCode,
  timestamp,
  text,
  version,
} from '#contract/fields.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { parseLaoQr } from '#contract/money/lao-qr.ts';
import { resource } from '#contract/resource.ts';

/** The currencies of a branch's bank accounts. */
export const bankAccountCurrencies = ['LAK', 'THB', 'USD'] as const;
export const MAX_BANK_ACCOUNTS = 10;

/** Longer than any bank's code. */
const MAX_QR_TEXT = 500;
const qrProblem = (written: string): FieldError | undefined => {
  const read = written === '' ? undefined : parseLaoQr(written);
  return read && 'problem' in read ? read.problem : undefined;
};

/** An account to which parents transfer money; the QR picture is the bank's own static one. */
export const bankAccount = z
  .object({
    /** Null for a new one. */
    _id: optionalId,
    bank: text(60),
    currency: z.enum(bankAccountCurrencies),
    accountName: text(80),
    accountNo: text(40),
    qrFileId: fileId,
    /** The text of that picture; codes with an amount are made from it. */
    qrText: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(MAX_QR_TEXT),
        z.refine((written) => qrProblem(written) === undefined, {
          error: ({ input }) => qrProblem(String(input)) ?? 'invalid',
        }),
      ),
      '',
    ),
    /**
     * The time at which somebody paid 1,000 kip with such a code and saw it arrive; before that the
     * desk shows the static picture.
     */
    triedAt: z._default(z.nullable(timestamp), null),
    orderNoInQr: z._default(z.boolean(), false),
    active: z._default(z.boolean(), true),
    /**
     * The kip account whose code is printed on papers and comes first at the desk; at most one per
     * branch.
     */
    isDefault: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ qrText, currency }) => qrText === '' || currency === 'LAK', {
      path: ['qrText'],
      error: 'notKip',
    }),
    z.refine(({ isDefault, currency, active }) => !isDefault || (currency === 'LAK' && active), {
      path: ['isDefault'],
      error: 'notDefault',
    }),
  );

/** The papers that a desk prints. */
export const branchPapers = ['a5', 'slip', 'both'] as const;

/** Kip notes below this step are not given as change: cash totals are rounded to it. */
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
  /**
   * True if the expected amount is hidden from the person who counts stock or a drawer (a blind
   * count).
   */
  blindCount: z._default(z.boolean(), false),
  minimumRule: z._default(z.enum(minimumRules), 'whole'),
  /**
   * The most that staff may take off by hand, in per cent of a line; an admin may take off more.
   */
  discountLimitPercent: z._default(z.int().check(z.gte(0), z.lte(100)), 10),
  /** A second person must accept a drawer that differs by more than this, in kip. */
  differenceLimitLAK: z._default(amount, 30_000),
  /** Days until the rest is due, unless the order says otherwise. */
  dueDays: z._default(z.int().check(z.gte(0), z.lte(365)), 14),
  paper: z._default(z.enum(branchPapers), 'a5'),
  /** True if staff may move a student to a class of the same course and price without asking. */
  directMoves: z._default(z.boolean(), false),
  /** True if a colleague may take a device over with a PIN of six digits. */
  pinTakeOver: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
});

/**
 * The phone is empty in the first branch until somebody fills it in, because the first-run form
 * does not ask for it.
 */
export const branch = z.extend(branchInput, {
  phone: z.string(),
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const branches = resource(branchesList, { row: branch, input: branchInput });

export type BankAccount = z.output<typeof bankAccount>;
export type BranchInput = z.output<typeof branchInput>;
export type Branch = z.output<typeof branch>;
