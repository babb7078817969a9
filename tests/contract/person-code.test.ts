import { expect, it } from 'vitest';
import { parsePersonCode } from '#contract/words/person-code.ts';

it('reads the code of a student or teacher, however a scanner writes it, and nothing else for one', () => {
  for (const text of ['ST-26-000092', ' st-26-000092\n'])
    expect(parsePersonCode(text)).toBe('ST-26-000092');
  expect(parsePersonCode('TC-26-1000003')).toBe('TC-26-1000003');
  for (const text of [
    '',
    'ST-26',
    'Steve',
    'VTE-26-001234',
    'VTE-R26-002106.CE1ECF5A',
    '9786200000012',
  ])
    expect(parsePersonCode(text)).toBeUndefined();
});
