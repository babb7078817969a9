import { expect, it } from 'vitest';
import { keptPhone, keptSearch } from '#contract/people/kept-phone.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { reduceRows } from '#src/offline/lists/reduce-rows.ts';

const PHONE = '+8562055512847';
const kept = keptPhone(PHONE);
const mother = { name: 'Bounmy', phone: PHONE, phone2: '', isPayer: true };
const uncle = { name: 'Somchai', phone: '+8562099990001', isPayer: false };

it('keeps of phones the end, of birthdays the year, and of guardians the payer, wherever they stand', () => {
  const row = {
    dateOfBirth: '2014-03-02',
    payer: mother,
    guardians: [mother, uncle],
    guardian: 'Somchai',
    detail: PHONE,
    startDate: '2026-09-01',
  };
  const less = { ...mother, phone: kept };
  expect(reduceRows('any', [row, { name: 'Vang' }])).toEqual({
    rows: [
      {
        ...row,
        dateOfBirth: '2014',
        payer: less,
        guardians: [less],
        guardian: '',
        detail: kept,
      },
      { name: 'Vang' },
    ],
    isReduced: true,
  });
});

it('reduces a search text in all its forms, and what was reduced before not again', () => {
  const guardians = `bounmy vongsa ${PHONE} 020 5551 2847 02055512847`;
  const { rows } = reduceRows('any', [{ guardians, dateOfBirth: '2014' }]);
  expect(rows).toEqual([
    { guardians: `bounmy vongsa ${kept} ${kept} ${kept}`, dateOfBirth: '2014' },
  ]);
  expect(reduceRows('any', rows)).toEqual({ rows, isReduced: undefined });
});

it('leaves the numbers of branches whole', () => {
  const branch = { phone: PHONE };
  expect(reduceRows('branches', [branch]).rows).toEqual([branch]);
  expect(reduceRows('any', [{ branchPhone: PHONE }]).rows).toEqual([{ branchPhone: PHONE }]);
});

it('finds a kept number by the whole one, however it is written, and by its end', () => {
  const rows = [{ phone: kept }, { guardians: `bounmy ${kept}` }, { phone: '' }];
  const found = (search: string) =>
    arrange(rows, { search, searchIn: ['phone', 'guardians'], sort: undefined }).length;
  for (const search of ['020 5551 2847', '+856 20 5551 2847', '5551 2847', '2847'])
    expect([search, found(search)]).toEqual([search, 2]);
  for (const search of ['5551', '020 5551 2848'])
    expect([search, found(search)]).toEqual([search, 0]);
  expect(formatPhone(kept)).toBe('•••• 2847');
});

it('tells numbers of one end apart in most cases, but never which of them it is', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => `+85620${5000 + at}2847`);
  const alike = numbers.filter((one) => keptPhone(one) === kept).length;
  expect(alike).toBeGreaterThan(30);
  expect(alike).toBeLessThan(125);
});

it('reads no number out of a name', () => expect(keptSearch('Bounmy')).toBeUndefined());
