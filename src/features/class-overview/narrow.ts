import type { TimetableDay, TimetableMeeting } from '#contract/classes/class-overview.ts';
import type { Language } from '#contract/language.ts';
import { wordIn } from './meeting-words.ts';

export type WeekFilter = { value: string; label: string };

/** Created once, because creating one for each comparison takes longer than all comparisons. */
const inOrder = new Intl.Collator('en', { numeric: true });

/** The distinct entries, by name. */
function once<Found extends { _id: string }>(
  found: readonly (Found | null)[],
  labelOf: (one: Found, at: number) => string,
): WeekFilter[] {
  const choices = new Map<string, WeekFilter>();
  for (const [at, one] of found.entries()) {
    if (one && !choices.has(one._id))
      choices.set(one._id, { value: one._id, label: labelOf(one, at) });
  }
  return [...choices.values()].toSorted((a, b) => inOrder.compare(a.label, b.label));
}

/** The rooms in which something is taught. */
export function roomsOf(meetings: readonly TimetableMeeting[], isWide: boolean): WeekFilter[] {
  return once(
    meetings.map(({ room }) => room),
    ({ name }, at) => (isWide ? `${meetings[at]?.branchCode} ${name}` : name),
  );
}

/** The teachers with a meeting. */
export function teachersInWeek(
  meetings: readonly TimetableMeeting[],
  language: Language,
): WeekFilter[] {
  return once(
    meetings.map(({ teacher }) => teacher),
    (teacher) => wordIn(teacher, language),
  );
}

type Narrowing = { room: string; teacher: string; clashing: boolean };

/** The days with only the meetings of the selected room and teacher, or only those that clash. */
export function narrowed(
  days: readonly TimetableDay[],
  { room, teacher, clashing }: Narrowing,
): readonly TimetableDay[] {
  if (room === '' && teacher === '' && !clashing) return days;
  const isWanted = (meeting: TimetableMeeting) =>
    (room === '' || meeting.room?._id === room) &&
    (teacher === '' || meeting.teacher?._id === teacher) &&
    (!clashing || meeting.clash !== 'none');
  return days.map((day) => ({ ...day, meetings: day.meetings.filter(isWanted) }));
}
