import { describe, expect, it } from 'vitest';
import { isDay } from '#contract/dates.ts';

describe('isDay', () => {
  it.each(['2026-11-21', '2028-02-29', '1999-12-31'])('takes %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-11-31', '2026-13-01', '2026-00-10', '21/11/2026', '', null, 7])(
    'takes no %s',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
});
