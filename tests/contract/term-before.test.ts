import { describe, expect, it } from 'vitest';
import { termBefore } from '#contract/courses/term-before.ts';

const term = (_id: string, startDate: string, branchIds: string[] = []) => ({
  _id,
  startDate,
  branchIds,
});

describe('the term before', () => {
  const [spring, summer, autumn] = [
    term('spring', '2026-02-01'),
    term('summer', '2026-05-01', ['elsewhere']),
    term('autumn', '2026-09-01'),
  ];
  const all = [autumn, spring, summer];

  it('is the one of the branch that began last before', () => {
    expect(termBefore(all, autumn, 'here')).toBe(spring);
    expect(termBefore(all, autumn, 'elsewhere')).toBe(summer);
  });

  it('is of the same branches where no branch is chosen', () => {
    expect(termBefore(all, autumn, undefined)).toBe(spring);
    const later = term('later', '2026-11-01', ['elsewhere']);
    expect(termBefore([...all, later], later, undefined)).toBe(summer);
  });

  it('is none for the first term', () => {
    expect(termBefore(all, spring, 'here')).toBeUndefined();
  });
});
