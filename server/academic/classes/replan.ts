import type { ClassSession } from '#contract/classes/classes.ts';
import { meetings, overlap, type Meeting, type Slot } from '#contract/classes/timetable.ts';

/** The fields of a session that a change of its weekly times needs. */
export type PlannedSession = Pick<
  ClassSession,
  '_id' | 'date' | 'start' | 'end' | 'status' | 'isSubstitute' | 'movedFromId'
> & {
  /** Attendance was taken, or begun. */
  isTaught: boolean;
};

export type PlannedTimetable = {
  from: string;
  startDate: string;
  endDate: string;
  slots: readonly Slot[];
  holidays: readonly string[];
};

export type Replanned = {
  added: Meeting[];
  removed: PlannedSession[];
  /** Sessions whose time stays; they get the class's teacher and room. */
  same: PlannedSession[];
  /** Sessions moved by hand: they stay, and get the class's teacher. */
  moved: PlannedSession[];
  /** Sessions changed by hand in any other way, which stay unchanged. */
  kept: PlannedSession[];
};

const isSameTime = (a: Meeting, b: Meeting) =>
  a.date === b.date && a.start === b.start && a.end === b.end;

/**
 * The planned sessions of a day without those that a changed one replaces: a session that was
 * cancelled, moved away or given to a substitute is not planned a second time.
 */
function withoutChanged(
  planned: readonly Meeting[],
  changed: readonly PlannedSession[],
): Meeting[] {
  let remaining = [...planned];
  for (const session of changed) {
    const ofDay = remaining.filter(({ date }) => date === session.date);
    const stoodFor =
      ofDay.find((meeting) => overlap(meeting, session)) ??
      (session.movedFromId === null ? ofDay[0] : undefined);
    remaining = remaining.filter((meeting) => meeting !== stoodFor);
  }
  return remaining;
}

/**
 * Applies weekly times from a day on. Earlier sessions, taught ones and those changed by hand stay.
 */
export function replan(
  existing: readonly PlannedSession[],
  { from, startDate, endDate, slots, holidays }: PlannedTimetable,
): Replanned {
  const open = existing.filter(({ date, isTaught }) => date >= from && !isTaught);
  const isByHand = ({ status, isSubstitute, movedFromId }: PlannedSession) =>
    status !== 'scheduled' || isSubstitute || movedFromId !== null;
  const taughtAhead = existing.filter(({ date, isTaught }) => date >= from && isTaught);
  const first = startDate > from ? startDate : from;
  const newMeetings = withoutChanged(meetings(first, endDate, slots, holidays), [
    ...open.filter(isByHand),
    ...taughtAhead,
  ]);
  const plain = open.filter((session) => !isByHand(session));
  const same = plain.filter((session) =>
    newMeetings.some((meeting) => isSameTime(meeting, session)),
  );
  return {
    added: newMeetings.filter((meeting) => !same.some((session) => isSameTime(meeting, session))),
    removed: plain.filter((session) => !same.includes(session)),
    same,
    moved: open.filter(
      ({ status, isSubstitute, movedFromId }) =>
        status === 'scheduled' && !isSubstitute && movedFromId !== null,
    ),
    kept: open.filter(isByHand),
  };
}
