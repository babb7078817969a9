import { describe, expect, test } from 'vitest';
import { ageFinding } from '#contract/classes/age-finding.ts';

const teens = { minAge: 12, maxAge: 17 };
const days = { startDate: '2026-10-05', today: '2026-11-26' };

describe('the age at which somebody begins', () => {
  test.each([
    ['the day before the twelfth birthday is too young', '2014-11-27', { age: 11 }],
    ['the twelfth birthday is old enough', '2014-11-26', undefined],
    ['the last day of being seventeen is young enough', '2008-11-27', undefined],
    ['the eighteenth birthday is too old', '2008-11-26', { age: 18 }],
    ['of the year alone, whoever may be twelve is old enough', '2014', undefined],
    ['of the year alone, whoever must be eleven is too young', '2015', { age: 11 }],
    ['of the year alone, whoever may be seventeen is young enough', '2008', undefined],
    ['of the year alone, whoever must be eighteen is too old', '2007', { age: 19 }],
    ['whose birthday is not known is not judged', null, undefined],
  ])('%s', (_name, dateOfBirth, expected) => {
    expect(ageFinding(teens, dateOfBirth, days)).toEqual(
      expected && { check: 'age', weight: 'warn', ...teens, ...expected },
    );
  });

  test('a class that has not begun counts from its first day', () => {
    expect(ageFinding(teens, '2014-12-24', { ...days, startDate: '2026-12-24' })).toBeUndefined();
  });

  test('a course for everybody refuses nobody', () => {
    expect(ageFinding({ minAge: null, maxAge: null }, '1950-01-01', days)).toBeUndefined();
  });
});
