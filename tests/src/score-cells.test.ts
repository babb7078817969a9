import { expect, test } from 'vitest';
import { countedScore, problemIn } from '#src/features/class-page/scores/score-cells.ts';

const ofTen = { maxScore: 10 };

test('a score above the maximum is refused in words, and the average leaves it out', () => {
  expect(problemIn('12', ofTen, 'en')).toBe('At most 10');
  expect(countedScore('12', ofTen)).toEqual({ score: null, mark: null });
  expect(countedScore('1o', ofTen)).toEqual({ score: null, mark: null });
  expect(countedScore('7,5', ofTen)).toEqual({ score: 7.5, mark: null });
  expect(countedScore('abs', ofTen)).toEqual({ score: null, mark: 'absent' });
});
