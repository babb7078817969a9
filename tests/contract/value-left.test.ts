import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { cancelSums } from '#contract/orders/cancel-sums.ts';
import {
  creditReleased,
  shareLeft,
  valueLeft,
  type TaughtSession,
  type TuitionLine,
} from '#contract/orders/value-left.ts';

const FIRST = '2027-01-04';
const CHARGED = '2026-12-20T03:00:00Z';
const session = (n: number, more: Partial<TaughtSession> = {}): TaughtSession => ({
  _id: `s${n}`,
  date: addDays(FIRST, 7 * n),
  start: '08:00',
  status: 'scheduled',
  movedFromId: null,
  createdAt: '2026-12-01T00:00:00Z',
  ...more,
});
/** A session a week at eight o'clock, from the first Monday on. */
const weekly = (count: number): TaughtSession[] =>
  Array.from({ length: count }, (_, n) => session(n));
/** One of them is no longer as it was planned. */
const changed = (count: number, n: number, status: TaughtSession['status']) =>
  weekly(count).with(n, session(n, { status }));
const week = (n: number) => addDays(FIRST, 7 * n);
const line = (more: Partial<TuitionLine> = {}): TuitionLine => ({
  lineId: 'term',
  basis: 'term',
  at: CHARGED,
  sessions: 20,
  netLAK: 1_250_000,
  coversFrom: null,
  coversTo: null,
  ...more,
});
const left = (lines: TuitionLine[], sessions: readonly TaughtSession[], before: string) =>
  valueLeft(lines, sessions, { startDate: FIRST, before }).map(({ lineId, used, valueLAK }) => [
    lineId,
    used,
    valueLAK,
  ]);

describe('the value left', () => {
  it('of a term is the net price less its used share: 7 of 20 sessions used leave 812,500 of 1,250,000', () => {
    expect(left([line()], weekly(20), week(7))).toEqual([['term', 7, 812_500]]);
    expect(left([line()], weekly(20), FIRST)).toEqual([['term', 0, 1_250_000]]);
    expect(left([line()], weekly(20), week(30))).toEqual([['term', 20, 0]]);
  });

  it('is rounded once, to the kip: 1 of 3 used leaves 66,667 of 100,000', () => {
    expect(left([line({ sessions: 3, netLAK: 100_000 })], weekly(3), week(1))).toEqual([
      ['term', 1, 66_667],
    ]);
  });

  it('counts sessions that were over when a term was charged neither as bought nor as used', () => {
    expect(left([line({ at: `${week(2)}T03:00:00Z`, sessions: 17 })], weekly(20), week(4))).toEqual(
      [['term', 1, 1_250_000 - Math.round(1_250_000 / 17)]],
    );
  });

  it('has sessions that the centre cancelled and did not replace; a moved one is used on its new day', () => {
    expect(left([line()], changed(20, 2, 'cancelled'), week(7))).toEqual([['term', 6, 875_000]]);
    const instead = session(6, {
      _id: 'instead',
      date: addDays(week(6), 2),
      movedFromId: 's2',
      createdAt: '2027-01-10T00:00:00Z',
    });
    const moved = changed(20, 2, 'rescheduled');
    expect(left([line()], [...moved, instead], addDays(week(6), 1))).toEqual([
      ['term', 6, 875_000],
    ]);
    expect(left([line()], [...moved, instead], week(7))).toEqual([['term', 7, 812_500]]);
  });

  it('of a month is that of the sessions of its days, also of one that was moved out of them', () => {
    const january = line({
      lineId: 'january',
      basis: 'month',
      sessions: 4,
      netLAK: 400_000,
      coversFrom: '2027-01-01',
      coversTo: '2027-01-31',
    });
    const february = line({
      lineId: 'february',
      basis: 'month',
      at: '2027-01-20T03:00:00Z',
      sessions: 4,
      netLAK: 400_000,
      coversFrom: '2027-02-01',
      coversTo: '2027-02-28',
    });
    expect(left([january, february], weekly(8), week(5))).toEqual([
      ['february', 1, 300_000],
      ['january', 4, 0],
    ]);
    const later = session(4, {
      _id: 'later',
      date: '2027-02-03',
      movedFromId: 's3',
      createdAt: '2027-01-24T00:00:00Z',
    });
    expect(
      left([january, february], [...changed(8, 3, 'rescheduled'), later], '2027-02-03'),
    ).toEqual([
      ['february', 1, 300_000],
      ['january', 3, 100_000],
    ]);
  });

  it('of lines by the session goes by the next ones, one line after the other', () => {
    const ten = (lineId: string, at: string) =>
      line({ lineId, basis: 'session', at, sessions: 10, netLAK: 500_000 });
    const both = [ten('first', CHARGED), ten('second', `${week(12)}T09:00:00Z`)];
    expect(left(both, weekly(30), week(4))).toEqual([
      ['second', 0, 500_000],
      ['first', 4, 300_000],
    ]);
    expect(left(both, weekly(30), week(13))).toEqual([
      ['second', 3, 350_000],
      ['first', 10, 0],
    ]);
  });

  it('and its used share add up to the price, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(60),
        (net, bought, used) => {
          const share = shareLeft(net, Math.min(used, bought), bought);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(net);
        },
      ),
    );
  });
});

describe('the money that is freed', () => {
  const bill = { totalLAK: 1_000_000, paidLAK: 600_000, pendingLAK: 0, roundingLAK: 0 };

  it('is what is paid above the new total: an unpaid part only lowers the balance', () => {
    expect(creditReleased(bill, [300_000])).toEqual([0]);
    expect(creditReleased(bill, [300_000, 300_000])).toEqual([0, 200_000]);
    expect(creditReleased({ ...bill, paidLAK: 300_000, pendingLAK: 700_000 }, [250_000])).toEqual([
      250_000,
    ]);
  });

  it('takes the rounding with the last of what it rounded', () => {
    expect(
      creditReleased(
        { totalLAK: 1_000_000, paidLAK: 1_000_000, pendingLAK: 0, roundingLAK: 250 },
        [500_000, 499_750],
      ),
    ).toEqual([500_000, 500_000]);
  });

  it('waits for the slip as far as money to be verified comes off, which is first', () => {
    const order = { _id: 'order', ...bill, paidLAK: 700_000, pendingLAK: 300_000 };
    const students = ['first', 'second'].map((enrolmentId) => {
      const left = [{ orderId: 'order', leftLAK: 200_000 }];
      return {
        enrolmentId,
        money: { bought: 10, used: 6, valueLAK: 200_000, isHeld: false, left, moves: [] },
      };
    });
    const sums = cancelSums({ orders: [order], students }, {});
    const freed = { leftLAK: 200_000, unpaidLAK: 0, freedLAK: 200_000 };
    expect([...sums.values()]).toEqual([
      { ...freed, freedPendingLAK: 200_000 },
      { ...freed, freedPendingLAK: 100_000 },
    ]);
  });
});
