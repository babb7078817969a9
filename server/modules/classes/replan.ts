import type { ClassSession } from '#contract/classes.ts';
import { meetings, overlap, type Meeting, type Slot } from '#contract/timetable.ts';

/** A meeting of a class as far as a change of its weekly times looks at it. */
export type Planned = Pick<ClassSession, '_id' | 'date' | 'start' | 'end' | 'status' | 'isSubstitute' | 'movedFromId'> & {
  /** Attendance was taken, or begun. */
  isTaught: boolean;
};

export type Timetable = { from: string; startDate: string; endDate: string; slots: readonly Slot[]; holidays: readonly string[] };

export type Replanned = {
  added: Meeting[];
  removed: Planned[];
  /** Stay when they are, and get the class's teacher and room. */
  same: Planned[];
  /** Moved by hand: stay where they are, and get the class's teacher. */
  moved: Planned[];
  /** Whatever was changed by hand, and stays so. */
  kept: Planned[];
};

const isSameTime = (a: Meeting, b: Meeting) => a.date === b.date && a.start === b.start && a.end === b.end;

/**
 * The meetings of a day that are left once those changed by hand stand for some of them: one that was cancelled, moved
 * away or given to somebody else is not planned a second time.
 */
function withoutChanged(planned: readonly Meeting[], changed: readonly Planned[]): Meeting[] {
  let left = [...planned];
  for (const one of changed) {
    const ofDay = left.filter(({ date }) => date === one.date);
    const stoodFor = ofDay.find((meeting) => overlap(meeting, one)) ?? (one.movedFromId === null ? ofDay[0] : undefined);
    left = left.filter((meeting) => meeting !== stoodFor);
  }
  return left;
}

/**
 * What weekly times mean from a day on. Whatever lies before that day or was taught is not touched, and what was changed
 * by hand stays changed.
 */
export function replan(existing: readonly Planned[], { from, startDate, endDate, slots, holidays }: Timetable): Replanned {
  const open = existing.filter(({ date, isTaught }) => date >= from && !isTaught);
  const isByHand = ({ status, isSubstitute, movedFromId }: Planned) => status !== 'scheduled' || isSubstitute || movedFromId !== null;
  const taughtAhead = existing.filter(({ date, isTaught }) => date >= from && isTaught);
  const first = startDate > from ? startDate : from;
  const wanted = withoutChanged(meetings(first, endDate, slots, holidays), [...open.filter(isByHand), ...taughtAhead]);
  const plain = open.filter((one) => !isByHand(one));
  const same = plain.filter((one) => wanted.some((meeting) => isSameTime(meeting, one)));
  return {
    added: wanted.filter((meeting) => !same.some((one) => isSameTime(meeting, one))),
    removed: plain.filter((one) => !same.includes(one)),
    same,
    moved: open.filter(({ status, isSubstitute, movedFromId }) => status === 'scheduled' && !isSubstitute && movedFromId !== null),
    kept: open.filter(isByHand),
  };
}
