import { expect, test } from 'vitest';
import type { DeskClass, DeskFamily } from '#contract/desk/desk.ts';
import { withFresh } from '#src/features/desk/refresh-visit.ts';
import { emptyVisit, type SeatLine, type VisitDraft } from '#src/features/desk/visit-draft.ts';

const family = (owedLAK: number) => ({ creditLAK: owedLAK }) as DeskFamily;
const offer = (seatsTaken: number) => ({ classId: 'k1', seatsTaken }) as DeskClass;
const seat = (key: string, offered: DeskClass) => ({ key, offered }) as SeatLine;

const before: VisitDraft = {
  ...emptyVisit,
  family: family(0),
  places: [seat('a', offer(4)), seat('b', offer(4))],
};
const fresh = { family: family(50_000), places: [seat('a', offer(9)), seat('b', offer(8))] };
const tender = { key: 't', tendered: 500_000 } as VisitDraft['tenders'][number];

test('takes the family and the seats that were read anew', () => {
  expect(withFresh(before, before, fresh)).toEqual({ ...before, ...fresh });
});

test('keeps what was typed, removed and chosen while it was read', () => {
  const chosen = seat('c', offer(1));
  const [, second] = before.places;
  const now = {
    ...before,
    family: family(7),
    places: [...(second ? [second] : []), chosen],
    tenders: [tender],
  };
  expect(withFresh(now, before, fresh)).toEqual({
    ...now,
    places: [seat('b', offer(8)), chosen],
  });
});

test('brings no line back into a visit that was put aside', () => {
  expect(withFresh(emptyVisit, before, fresh)).toEqual(emptyVisit);
});
