import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discountKinds,
  discountsFor,
  ruledIn,
  type DiscountedLine,
  type DiscountRule,
  type RuledStudent,
} from '#contract/desk/discounts.ts';

const today = '2026-11-24';
const student: RuledStudent = {
  dateOfBirth: '2015-05-01',
  priceCategory: '',
  isReturning: false,
  olderSiblings: [],
};
const rule = (more: Partial<DiscountRule> & Pick<DiscountRule, '_id' | 'kind'>): DiscountRule => ({
  on: 'tuition',
  percent: 10,
  amountLAK: null,
  addsUp: false,
  until: null,
  ...more,
});
const line = (
  key: string,
  amountLAK: number,
  more: Partial<DiscountedLine> = {},
): DiscountedLine => ({
  key,
  kind: 'tuition',
  studentKey: key,
  amountLAK,
  choice: { kind: 'best' },
  ...more,
});

/** Every discount as `line: rule amount`. */
function given(
  lines: DiscountedLine[],
  rules: DiscountRule[],
  students: Record<string, RuledStudent> = {},
): string[] {
  const { discountsOf } = discountsFor(lines, rules, { students, today });
  return lines.flatMap((one) =>
    discountsOf(one).map(({ ruleId, amountLAK }) => `${one.key}: ${ruleId} ${amountLAK}`),
  );
}

const second = rule({ _id: 'second', kind: 'secondChild' });
const third = rule({ _id: 'third', kind: 'thirdChild', percent: 25 });

describe('the discounts of a visit', () => {
  it('are for all children but the dearest, and better from the third on', () => {
    expect(
      given([line('a', 900_000), line('b', 1_250_000), line('c', 640_000)], [second, third]),
    ).toEqual(['a: second -90000', 'c: third -160000']);
  });

  it('count a child by the sum of its tuition', () => {
    expect(
      given(
        [line('a', 900_000), line('b', 600_000), line('b2', 400_000, { studentKey: 'b' })],
        [second],
      ),
    ).toEqual(['a: second -90000']);
  });

  it('take the older one of two children with the same tuition for the first', () => {
    const students = {
      a: { ...student, dateOfBirth: '2018-01-01' },
      b: { ...student, dateOfBirth: '2012-01-01' },
    };
    expect(given([line('a', 900_000), line('b', 900_000)], [second], students)).toEqual([
      'a: second -90000',
    ]);
  });

  it('count an older sibling who is in a class already', () => {
    expect(
      given([line('a', 900_000)], [second, third], { a: { ...student, olderSiblings: ['x'] } }),
    ).toEqual(['a: second -90000']);
    expect(
      given([line('a', 900_000)], [second, third], {
        a: { ...student, olderSiblings: ['x', 'y'] },
      }),
    ).toEqual(['a: third -225000']);
    // The sibling is in a class and takes another one in this visit.
    expect(
      given([line('x', 1_000_000), line('a', 900_000)], [second, third], {
        a: { ...student, olderSiblings: ['x'] },
      }),
    ).toEqual(['a: second -90000']);
  });

  it('call nobody the older one who is known by the same year alone', () => {
    const of = (born: string, sibling: string) => {
      const siblings = [{ _id: 'x', dateOfBirth: sibling, termId: 't' }];
      const facts = { dateOfBirth: born, priceCategory: '', firstTermOn: null, siblings };
      return ruledIn('a', facts, [{ termId: 't', termStart: today }]).olderSiblings;
    };
    expect(of('2015-05-01', '2015')).toEqual([]);
    expect(of('2015', '2015')).toEqual([]);
    expect(of('2015-05-01', '2014')).toEqual(['x']);
    expect(of('2015-05-01', '2015-04-30')).toEqual(['x']);
  });

  it.each([
    ['returning', { isReturning: true }],
    ['staffChild', { priceCategory: ' Staff ' }],
  ] as const)('%s are for such students only', (kind, more) => {
    expect(
      given([line('a', 900_000), line('b', 900_000)], [rule({ _id: kind, kind })], {
        a: { ...student, ...more },
        b: student,
      }),
    ).toEqual([`a: ${kind} -90000`]);
  });

  it('end with the last day of their rule', () => {
    const early = (until: string) =>
      given([line('a', 900_000)], [rule({ _id: 'early', kind: 'early', until })]);
    expect([early('2026-11-24'), early('2026-11-23')]).toEqual([['a: early -90000'], []]);
  });

  it('are the best rule alone, whatever it is, and with it those that add up', () => {
    const rules = [
      second,
      rule({ _id: 'sum', kind: 'early', percent: null, amountLAK: 100_000 }),
      rule({ _id: 'more', kind: 'early', percent: 5, addsUp: true }),
    ];
    expect(given([line('a', 1_250_000), line('b', 900_000)], rules)).toEqual([
      'a: sum -100000',
      'a: more -62500',
      'b: sum -100000',
      'b: more -45000',
    ]);
  });

  it('in kip are given once for each child, on its dearest line', () => {
    const sum = rule({ _id: 'sum', kind: 'early', percent: null, amountLAK: 100_000 });
    const lines = [
      line('a1', 400_000, { studentKey: 'a' }),
      line('a2', 600_000, { studentKey: 'a' }),
      line('book', 700_000, { studentKey: 'a', kind: 'product' }),
    ];
    expect(given(lines, [sum])).toEqual(['a2: sum -100000']);
    expect(given([line('b', 60_000)], [sum])).toEqual(['b: sum -60000']);
  });

  it('of products are not for tuition', () => {
    const books = rule({ _id: 'books', kind: 'early', on: 'products', percent: 5 });
    expect(
      given(
        [line('a', 900_000), line('book', 145_000, { kind: 'product', studentKey: null })],
        [books],
      ),
    ).toEqual(['book: books -7250']);
  });

  it('by the choice of the clerk are that rule, by hand, or none', () => {
    const chosen = rule({ _id: 'chosen', kind: 'chosen', percent: 15 });
    const rules = [rule({ _id: 'early', kind: 'early', percent: 20 }), chosen];
    const by = (choice: DiscountedLine['choice']) => given([line('a', 900_000, { choice })], rules);
    expect(by({ kind: 'best' })).toEqual(['a: early -180000']);
    expect(by({ kind: 'rule', ruleId: 'chosen' })).toEqual(['a: chosen -135000']);
    expect(by({ kind: 'byHand', percent: 3, reason: 'flood', approvalToken: null })).toEqual([
      'a: null -27000',
    ]);
    expect(by({ kind: 'none' })).toEqual([]);
  });

  it('say why a rule is not for a line', () => {
    const one = line('a', 900_000);
    const { misfit } = discountsFor([one], [], { students: {}, today });
    const rules = [
      second,
      rule({ _id: 'over', kind: 'early', until: '2026-01-01' }),
      rule({ _id: 'books', kind: 'early', on: 'products' }),
      rule({ _id: 'yes', kind: 'chosen' }),
    ];
    expect(rules.map((some) => misfit(some, one))).toEqual([
      'otherChild',
      'over',
      'otherLines',
      undefined,
    ]);
  });

  it('are never more than the line, and whole kip', () => {
    const rules = fc.array(
      fc.record({
        _id: fc.uuid(),
        kind: fc.constantFrom(...discountKinds),
        on: fc.constantFrom('tuition' as const, 'products' as const),
        percent: fc.option(fc.integer({ min: 1, max: 100 })),
        amountLAK: fc.option(fc.integer({ min: 1, max: 3_000_000 })),
        addsUp: fc.boolean(),
        until: fc.constant(null),
      }),
      { maxLength: 6 },
    );
    const lines = fc.array(
      fc.record({
        kind: fc.constantFrom('tuition' as const, 'product' as const),
        studentKey: fc.constantFrom('a', 'b', 'c'),
        amountLAK: fc.integer({ min: 0, max: 2_000_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(lines, rules, (some, kept) => {
        const all = some.map((one, at) => ({
          ...one,
          key: String(at),
          choice: { kind: 'best' as const },
        }));
        const { discountsOf } = discountsFor(all, kept, {
          students: { a: student, b: student, c: student },
          today,
        });
        for (const one of all) {
          const off = discountsOf(one).map(({ amountLAK }) => amountLAK);
          expect(off.every((kip) => Number.isSafeInteger(kip) && kip < 0)).toBe(true);
          expect(one.amountLAK + off.reduce((sum, kip) => sum + kip, 0)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
