import { expect, test } from 'vitest';
import { typedSince, type SheetEdits } from '#src/components/edit/use-sheet.ts';

const sheet = (cells: Record<string, string>): SheetEdits<string> => ({
  cells,
  reason: '',
  submitted: false,
});
const saved: Record<string, string> = { noy: 'present', kham: 'present', seng: 'late' };
const rest = (sent: Record<string, string>, now: Record<string, string>) =>
  typedSince(sheet(sent), sheet(now), (key) => saved[key]).cells;

test('keeps what was typed while the sheet was on its way', () => {
  expect(rest({ noy: 'absent' }, { noy: 'absent', kham: 'late' })).toEqual({ kham: 'late' });
  expect(rest({ noy: 'absent' }, { noy: 'excused' })).toEqual({ noy: 'excused' });
});

test('keeps that a cell was taken back while it was on its way', () => {
  expect(rest({ noy: 'absent' }, {})).toEqual({ noy: 'present' });
});

test('leaves nothing when nothing was typed since', () => {
  expect(rest({ noy: 'absent', seng: 'present' }, { noy: 'absent', seng: 'present' })).toEqual({});
  expect(rest({}, {})).toEqual({});
});
