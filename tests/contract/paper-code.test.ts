import { expect, it } from 'vitest';
import { paperCode, parsePaperCode } from '#contract/words/paper-code.ts';

it('reads back the code of a receipt, however a scanner or a person writes it', () => {
  const receipt = { kind: 'receipt', number: 'VTE-R26-002106', check: 'ce1ecf5a' };
  const code = paperCode('VTE-R26-002106', 'ce1ecf5a');
  for (const text of [
    code,
    code.toLowerCase(),
    ` ${code}\n`,
    'VTE-R26-002106 ce1e cf5a',
    'vte-r26-002106 · CE1ECF5A',
  ])
    expect(parsePaperCode(text)).toEqual(receipt);
  expect(parsePaperCode('VTE-R26-1002106')).toEqual({
    kind: 'receipt',
    number: 'VTE-R26-1002106',
    check: undefined,
  });
});

it('uses only the signs of the small QR alphabet, none of which needs a shifted key but a letter', () => {
  expect(paperCode('VTE-R26-002106', 'ce1ecf5a')).toMatch(/^[0-9A-Z.-]+$/);
});

it('reads the number of an order, and nothing else for one', () => {
  expect(parsePaperCode(paperCode('RD-26-001234'))).toEqual({
    kind: 'order',
    number: 'RD-26-001234',
  });
  for (const text of [
    '',
    'ST-26',
    'ST-26-000092',
    'tc-26-000003',
    'VTE-T26-000001',
    '00020101021138',
    '9786200000012',
    'VTE-R26-002106.CE1E',
    'Anousone',
  ])
    expect(parsePaperCode(text)).toBeUndefined();
});
