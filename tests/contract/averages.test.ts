import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gradeOf,
  proposedResult,
  weightedAverage,
  type ScorePart,
} from '#contract/classes/assessments.ts';
import { attendancePercent } from '#contract/classes/attendance.ts';

// Generated cases: what must hold for every sheet of scores, not for a few.
const hundredths = (max: number) =>
  fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100);
const scored = fc
  .record({
    maxScore: fc.integer({ min: 1, max: 200 }),
    weight: fc.integer({ min: 0, max: 100 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ maxScore, weight, share }): ScorePart => ({
    maxScore,
    weight,
    score: Math.round(share * maxScore * 100) / 100,
    mark: null,
  }));
const other = fc
  .record({
    maxScore: hundredths(100).filter((max) => max > 0),
    weight: fc.integer({ min: 0, max: 100 }),
    mark: fc.constantFrom('absent' as const, 'exempt' as const, null),
  })
  .map((part): ScorePart => ({ ...part, score: null }));
const sheet = fc.array(fc.oneof(scored, other), { maxLength: 12 });
const percentOf = ({ score, mark, maxScore }: ScorePart) =>
  mark === 'absent' ? 0 : score === null ? null : (score / maxScore) * 100;

describe('the weighted average', () => {
  it('lies between its smallest and its largest part', () => {
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1, maxLength: 12 }), (parts) => {
        const average = weightedAverage(parts);
        if (average === null) throw new Error('Something was given');
        const percents = parts.map((part) => percentOf(part) ?? 0);
        // It has one decimal.
        expect(average).toBeGreaterThanOrEqual(Math.min(...percents) - 0.05 - 1e-9);
        expect(average).toBeLessThanOrEqual(Math.max(...percents) + 0.05 + 1e-9);
      }),
    );
  });

  it('is the same in whatever order', () => {
    fc.assert(
      fc.property(
        sheet.chain((parts) =>
          fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
        ),
        ([parts, shuffled]) => {
          expect(weightedAverage(shuffled)).toBe(weightedAverage(parts));
        },
      ),
    );
  });

  it('is never lower with an exemption than with an absence, and an exemption changes nothing else', () => {
    fc.assert(
      fc.property(sheet, scored, (parts, part) => {
        const exempt = weightedAverage([...parts, { ...part, score: null, mark: 'exempt' }]);
        const absent = weightedAverage([...parts, { ...part, score: null, mark: 'absent' }]);
        if (exempt !== null && absent !== null) expect(exempt).toBeGreaterThanOrEqual(absent);
        expect(exempt).toBe(weightedAverage([...parts, { ...part, score: null, mark: null }]));
      }),
    );
  });

  it('is none before anything was given, and weighs all the same where nothing has a weight', () => {
    expect(weightedAverage([])).toBeNull();
    expect(weightedAverage([{ score: null, mark: 'exempt', maxScore: 10, weight: 50 }])).toBeNull();
    const unweighted = [5, 10].map((score): ScorePart => ({
      score,
      mark: null,
      maxScore: 10,
      weight: 0,
    }));
    expect(weightedAverage(unweighted)).toBe(75);
  });
});

it('attendance is between 0 and 100 percent, and an excuse does not lower it', () => {
  const times = fc.integer({ min: 0, max: 60 });
  const counts = fc.record({
    present: times,
    late: times,
    excused: times,
    absent: times,
    makeup: times,
  });
  fc.assert(
    fc.property(counts, (counted) => {
      const percent = attendancePercent(counted);
      if (percent === null) return;
      expect(percent >= 0 && percent <= 100).toBe(true);
      expect(attendancePercent({ ...counted, excused: counted.excused + 1 })).toBe(percent);
    }),
  );
});

it.each([
  [60, 70, 'pass', 'C'],
  [59.9, 100, 'conditional', 'D'],
  [90, 69.9, 'conditional', 'A'],
  [90, null, 'conditional', 'A'],
  [49.9, 100, 'fail', 'F'],
  [90, 59.9, 'fail', 'A'],
  [null, 100, null, null],
] as const)(
  'an average of %s with attendance %s is proposed as %s',
  (average, attendance, result, letter) => {
    expect([proposedResult({ average, attendance }), gradeOf(average)]).toEqual([result, letter]);
  },
);
