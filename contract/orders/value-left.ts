import type { ClassSession } from '#contract/classes/classes.ts';
import { proRata } from '#contract/money/money.ts';
import type { TuitionBasis } from '#contract/desk/visits.ts';

// The value of tuition that is left when a student leaves: the screen previews it, and the server
// writes it from its own rows.

/**
 * A session of the class, of any status; `createdAt` tells whether it existed when a line was
 * charged.
 */
export type TaughtSession = Pick<
  ClassSession,
  '_id' | 'date' | 'start' | 'status' | 'movedFromId'
> & { createdAt: string };

/** A tuition line as it is after all corrections. */
export type TuitionLine = {
  lineId: string;
  basis: TuitionBasis;
  /** The moment at which it was charged. */
  at: string;
  /** Sessions that it bought, as they were planned then. */
  sessions: number;
  netLAK: number;
  coversFrom: string | null;
  coversTo: string | null;
  /**
   * The moment from which its sessions count, if it is not the moment of the charge: a transfer
   * charges from its effective day on.
   */
  countsFrom?: string;
};

export type LineValue = { lineId: string; bought: number; used: number; valueLAK: number };

/** The time zone of Laos, which has no summer time. */
export const startsAt = ({ date, start }: Pick<ClassSession, 'date' | 'start'>): number =>
  Date.parse(`${date}T${start}:00+07:00`);

/** A session as it was planned at a moment: one that was moved later has its earlier date. */
function asPlanned(
  session: TaughtSession,
  at: string,
  sessions: readonly TaughtSession[],
): TaughtSession {
  const from =
    Date.parse(session.createdAt) > Date.parse(at)
      ? sessions.find(({ _id }) => _id === session.movedFromId)
      : undefined;
  return from ? asPlanned(from, at, sessions) : session;
}

/**
 * The share of a sum for the remaining sessions, by difference, so that the used and the remaining
 * share add up.
 */
export const shareLeft = (whole: number, used: number, bought: number): number =>
  whole - proRata(whole, used, Math.max(1, bought), 1);

/**
 * The value left of each tuition line of a place, newest line first. A term's line has the sessions
 * from the place's start that were still to come when it was charged, a month's line those of its
 * days; lines by the session have the next ones, one line after the other. Sessions `before` the
 * effective day count as used, held or not; a cancelled session without a replacement is left.
 */
export function valueLeft(
  lines: readonly TuitionLine[],
  sessions: readonly TaughtSession[],
  { startDate, before }: { startDate: string; before: string },
): LineValue[] {
  const taught = sessions
    .filter(({ status }) => status === 'scheduled' || status === 'held')
    .toSorted((a, b) => startsAt(a) - startsAt(b));
  const oldestFirst = lines.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const own = (
    { basis, at, countsFrom = at, coversFrom, coversTo }: TuitionLine,
    session: TaughtSession,
  ) => {
    const planned = asPlanned(session, at, sessions);
    if (basis === 'month')
      return (
        coversFrom !== null &&
        coversTo !== null &&
        planned.date >= coversFrom &&
        planned.date <= coversTo
      );
    return planned.date >= startDate && startsAt(planned) >= Date.parse(countsFrom);
  };
  const bySession = oldestFirst.filter(({ basis }) => basis === 'session');
  const others = oldestFirst.filter(({ basis }) => basis !== 'session');
  const [first] = bySession;
  const queue = first
    ? taught.filter((session) => own(first, session) && !others.some((line) => own(line, session)))
    : [];
  let taken = 0;
  const next = (count: number) => {
    taken += count;
    return queue.slice(taken - count, taken);
  };
  const valueOf = (line: TuitionLine): LineValue => {
    const mine =
      line.basis === 'session'
        ? next(line.sessions)
        : taught.filter((session) => own(line, session));
    const used = Math.min(line.sessions, mine.filter(({ date }) => date < before).length);
    return {
      lineId: line.lineId,
      bought: line.sessions,
      used,
      valueLAK: used < line.sessions ? shareLeft(line.netLAK, used, line.sessions) : 0,
    };
  };
  return oldestFirst.map(valueOf).toReversed();
}

/** The sums of an order, with the cash rounding in its total. */
export type OrderValue = {
  totalLAK: number;
  paidLAK: number;
  pendingLAK: number;
  roundingLAK: number;
};

/**
 * The money that each of these sums frees when it is taken off the bill, one after the other: the
 * unpaid part only lowers the balance. Rounding goes with the last sum that it rounded.
 */
export function creditReleased(
  { totalLAK, paidLAK, pendingLAK, roundingLAK }: OrderValue,
  valuesLAK: readonly number[],
): number[] {
  let offLAK = 0;
  let freedLAK = 0;
  return valuesLAK.map((value) => {
    offLAK += value;
    const remainingLAK = totalLAK - roundingLAK - offLAK;
    const before = freedLAK;
    freedLAK = Math.max(
      0,
      paidLAK + pendingLAK - (remainingLAK === 0 ? 0 : remainingLAK + roundingLAK),
    );
    return freedLAK - before;
  });
}

/**
 * The money above the total of an order, which is taken off it; money to be verified comes off
 * before confirmed money.
 */
export function freedAbove(
  { paidLAK, pendingLAK }: Pick<OrderValue, 'paidLAK' | 'pendingLAK'>,
  totalLAK: number,
): { freedLAK: number; freedPendingLAK: number } {
  const freedLAK = Math.max(0, paidLAK + pendingLAK - totalLAK);
  return { freedLAK, freedPendingLAK: Math.min(pendingLAK, freedLAK) };
}

/**
 * The possible outcomes for the value that is left: credit of the payer, a refund request to
 * finance, or kept by the centre.
 */
export const leavingSettlements = ['credit', 'refund', 'nothing'] as const;
export type LeavingSettlement = (typeof leavingSettlements)[number];
