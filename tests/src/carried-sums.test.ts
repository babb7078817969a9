import { describe, expect, it } from 'vitest';
import { amountIn, carrying } from '#src/components/print/sheets/carry.ts';

describe('sums carried forward on paper', () => {
  const rows = [
    ['Somphone', '350,000', '78 %', '−1.50 USD'],
    ['Manivanh', '', '89 %', '3.25 USD'],
    ['Daovone', '−120,000', '100 %', '–'],
  ];

  it('are those of the rows so far, in the form of their total', () => {
    const sums = carrying(rows, ['Total', '230,000', '', '1.75 USD']);
    expect([1, 2, 3].map((count) => sums?.(count))).toEqual([
      ['', '350,000', '', '−1.50 USD'],
      ['', '350,000', '', '1.75 USD'],
      ['', '230,000', '', '1.75 USD'],
    ]);
  });

  it('leave out a column whose rows do not add up to the total on the paper', () => {
    expect(carrying(rows, ['Total', '230,000', '267 %', '1.75 THB'])?.(1)).toEqual([
      '',
      '350,000',
      '',
      '',
    ]);
  });

  it('are none without a total that rows add up to', () => {
    expect(carrying(rows, undefined)).toBeUndefined();
    expect(carrying(rows, ['Average', '76,667', '', ''])).toBeUndefined();
  });

  it('read amounts alone: no code, day, telephone number or share', () => {
    const texts = ['ST-26-000123', '21/11/2026', '020 5551 2345', '78 %', '12/16', ''];
    expect(texts.map((text) => amountIn(text))).toEqual(texts.map(() => undefined));
    expect(amountIn('1,250,000 LAK')?.unit).toBe('LAK');
  });
});
