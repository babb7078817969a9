import { expect, test } from 'vitest';
import { bankAccount, branch, branchInput } from '#contract/centre/branches.ts';
import { blankValues, editableValues, isRequired } from '#src/lib/form-schema.ts';

test.each([
  ['branchName', true],
  ['branchNameLo', false],
  ['provinceCode', true],
  ['phone', true],
  ['holdHours', true],
  ['logoFileId', false],
  ['bankAccounts.0.bank', true],
  ['bankAccounts.12.qrFileId', false],
  ['nope', false],
  ['bankAccounts.0.nope', false],
])('%s is required: %j', (path, required) => expect(isRequired(branchInput, path)).toBe(required));

test('an empty form holds every field, with the defaults of the schema', () => {
  const blank = blankValues(branchInput);
  expect(Object.keys(blank)).toEqual(Object.keys(branchInput.shape));
  expect(blank).toMatchObject({
    branchName: '',
    bankAccounts: [],
    holdHours: 24,
    cashStep: 1000,
    active: true,
    logoFileId: null,
  });
});

test('a form leaves out the columns that only the server writes', () => {
  const account = {
    bank: 'BCEL',
    currency: 'LAK',
    accountName: 'Champa',
    accountNo: '1',
    qrFileId: null,
    _id: null,
    qrText: '',
    triedAt: null,
    orderNoInQr: false,
    active: true,
    isDefault: true,
  };
  expect(bankAccount.parse(account)).toEqual(account);
  const row = branch.parse({
    ...blankValues(branchInput),
    branchName: 'Pakse',
    code: 'PKS',
    provinceCode: '16',
    phone: '+8562055550303',
    bankAccounts: [account],
    _id: '01a1fd49-10d3-769d-b7f7-d406a71096cc',
    version: 3,
    createdAt: '2026-11-21T01:30:00.000Z',
    updatedAt: '2026-11-21T01:30:00.000Z',
  });
  const values = editableValues(branchInput, row);
  expect(Object.keys(values).toSorted()).toEqual(Object.keys(branchInput.shape).toSorted());
  expect(values.bankAccounts).toEqual([account]);
});
