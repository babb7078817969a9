import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setupInput } from '#contract/centre/auth.ts';
import { branchInput } from '#contract/centre/branches.ts';
import { sessionMove } from '#contract/classes/class-changes.ts';
import { exchangeRatePost } from '#contract/money/exchange-rates.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { figuresQuery } from '#contract/reports/figures.ts';
import { schoolInfoInput } from '#contract/centre/school-info.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import type * as z from 'zod/mini';

function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

const goodBranch = {
  branchName: 'Sisattanak',
  code: 'vte',
  provinceCode: '01',
  phone: '021 212 345',
};

test('every issue carries one of our codes', () => {
  expect(
    errorsOf(branchInput, {
      ...goodBranch,
      branchName: ' ',
      code: 'v1',
      phone: '12',
      holdHours: 0,
      cashStep: 3,
    }),
  ).toEqual({
    branchName: 'required',
    code: 'branchCodeInvalid',
    phone: 'phoneInvalid',
    holdHours: 'tooSmall:1',
    cashStep: 'invalid',
  });
  expect(
    errorsOf(branchInput, {
      ...goodBranch,
      district: 'x'.repeat(61),
      bankAccounts: [{ bank: '' }],
    }),
  ).toMatchObject({
    district: 'tooLong:60',
    'bankAccounts.0.bank': 'required',
    'bankAccounts.0.accountNo': 'required',
  });
  expect(
    errorsOf(exchangeRatePost, { currency: 'LAK', rateToLAK: '0', createdAt: 'yesterday' }),
  ).toEqual({
    currency: 'invalid',
    rateToLAK: 'tooSmall:0.01',
    createdAt: 'invalid',
  });
  expect(
    errorsOf(schoolInfoInput, { email: 'no', web: 'javascript:alert(1)', phone: '' }),
  ).toMatchObject({
    email: 'emailInvalid',
    web: 'webInvalid',
    phone: 'required',
    address: 'required',
  });
  expect(errorsOf(setupInput, { email: 'no', password: 'short' })).toMatchObject({
    email: 'emailInvalid',
    password: 'tooShort:10',
  });
});

test('what is wrong with a day or a time is named', () => {
  const ofSession = (changes: { date?: string; end?: string }) =>
    errorsOf(sessionMove, {
      version: 1,
      date: '2027-03-01',
      start: '08:00',
      end: '09:30',
      ...changes,
    });
  expect(ofSession({ date: '31/02/2027' })).toEqual({ date: 'noSuchDay:31/2/2027' });
  expect(ofSession({ date: '2027-02-31' })).toEqual({ date: 'noSuchDay:31/2/2027' });
  expect(ofSession({ date: 'soon' })).toEqual({ date: 'dateUnreadable' });
  expect(ofSession({ date: '' })).toEqual({ date: 'required' });
  expect(ofSession({ end: '9 pm' })).toEqual({ end: 'timeInvalid' });
  expect(ofSession({ end: '07:30' })).toEqual({ end: 'timesTurned' });
  // PostgreSQL has no year 0.
  expect(errorsOf(figuresQuery, { from: '0000-01-01', to: '0000-01-02' })).toEqual({
    from: 'yearUnlikely',
    to: 'yearUnlikely',
  });
  expect(errorsOf(figuresQuery, { from: '2027-03-02', to: '2027-03-01' })).toEqual({
    to: 'datesTurned',
  });
  expect(errorsOf(figuresQuery, { from: '2027-03-02', to: '2029-03-01' })).toEqual({
    to: 'spanTooLong:366',
  });
});

test('a branch needs four fields; the others have defaults', () => {
  expect(branchInput.parse(goodBranch)).toEqual({
    ...goodBranch,
    code: 'VTE',
    phone: '+85621212345',
    branchNameLo: '',
    district: '',
    village: '',
    manager: '',
    openHours: '',
    bankAccounts: [],
    receiptFooter: '',
    logoFileId: null,
    holdHours: 24,
    cashStep: 1000,
    allowNegativeStock: false,
    blindCount: false,
    minimumRule: 'whole',
    discountLimitPercent: 10,
    differenceLimitLAK: 30_000,
    dueDays: 14,
    paper: 'a5',
    directMoves: false,
    pinTakeOver: false,
    active: true,
  });
});

test('text is stored composed, trimmed and without zero-width spaces', () => {
  expect(branchInput.parse({ ...goodBranch, branchName: ' ສີ\u200Bສັດຕະນາກ ' }).branchName).toBe(
    'ສີສັດຕະນາກ',
  );
});

test.each(['21640', '21,640.50', ' 668.5 ', '0.01', '100000', '１２'])(
  '%j is a rate',
  (rateToLAK) => {
    expect(
      errorsOf(exchangeRatePost, { currency: 'USD', rateToLAK, createdAt: '2026-11-21T03:00:00Z' }),
    ).toEqual({});
  },
);

test.each(['', '-1', '1e5', '1.0000001', '1000000000', 'abc', '0x10'])(
  '%j is no rate',
  (rateToLAK) => {
    const errors = errorsOf(exchangeRatePost, {
      currency: 'USD',
      rateToLAK,
      createdAt: '2026-11-21T03:00:00Z',
    });
    expect(['required', 'rateInvalid', 'positive']).toContain(errors.rateToLAK);
  },
);

test('a code is said in both languages, with its limit', () => {
  expect(fieldErrorText('tooLong:60', 'en')).toBe('At most 60 characters');
  expect(fieldErrorText('tooLong:60', 'lo')).toBe('ບໍ່ເກີນ 60 ຕົວອັກສອນ');
  expect(fieldErrorText('required', 'lo')).toBe('ຈຳເປັນຕ້ອງໃສ່');
  expect(fieldErrorText('toString', 'en')).toBe('Check this entry');
});

test('the server takes the texts of all field errors, not only of those that the app knows', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const takers = files.filter(
    (file) =>
      file.endsWith('.ts') && /\bfieldErrorText\b/.test(readFileSync(`server/${file}`, 'utf8')),
  );
  expect(takers).toEqual([]);
  expect(anyFieldErrorText('oneOf:A, B', 'en')).toBe('Choose one of: A, B');
});
