import type { TimetableDay, TimetableMeeting } from '#contract/class-overview.ts';
import type { Language } from '#contract/language.ts';
import { wordIn } from './meeting-words.ts';

export type Choice = { value: string; label: string };

/** Each once, by its name. */
function once(found: readonly Choice[]): Choice[] {
  return [...new Map(found.map((choice) => [choice.value, choice])).values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

const roomName = ({ room, branchCode }: TimetableMeeting, isWide: boolean) => (isWide ? `${branchCode} ${room?.name ?? ''}` : (room?.name ?? ''));

/** The rooms in which something is taught. */
export function roomsOf(meetings: readonly TimetableMeeting[], isWide: boolean): Choice[] {
  return once(meetings.flatMap((meeting) => (meeting.room ? [{ value: meeting.room._id, label: roomName(meeting, isWide) }] : [])));
}

/** Whoever teaches something. */
export function teachersOf(meetings: readonly TimetableMeeting[], language: Language): Choice[] {
  return once(meetings.flatMap(({ teacher }) => (teacher ? [{ value: teacher._id, label: wordIn(teacher, language) }] : [])));
}

type Narrowing = { room: string; teacher: string; clashing: boolean };

/** The days with only the meetings of a room and a teacher, where they are chosen, or only those that clash. */
export function narrowed(days: readonly TimetableDay[], { room, teacher, clashing }: Narrowing): readonly TimetableDay[] {
  if (room === '' && teacher === '' && !clashing) return days;
  const isWanted = (meeting: TimetableMeeting) =>
    (room === '' || meeting.room?._id === room) && (teacher === '' || meeting.teacher?._id === teacher) && (!clashing || meeting.clash !== 'none');
  return days.map((day) => ({ ...day, meetings: day.meetings.filter(isWanted) }));
}
