import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import type { Language } from '#contract/language.ts';
import { weekdayOf } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { paths } from '#src/lib/paths.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type Words = { nameEn: string; nameLo: string };
type T = TFunction<'class-overview'>;

/**
 * Phrases that are looked up once, because a lookup for each meeting would take longer than drawing
 * it.
 */
const phrasesOf = (t: T) => ({
  noRoom: t('noRoom'),
  noTeacher: t('noTeacher'),
  notTaken: t('notTaken'),
  clash: { none: '', teacher: t('clash.teacher'), room: t('clash.room'), both: t('clash.both') },
});

/** Everything that the text about a meeting needs. */
export type Talk = { t: T; language: Language; phrases: ReturnType<typeof phrasesOf> };

export function useTalk(): Talk {
  const { t } = useTranslation('class-overview');
  const language = useLanguage();
  return useMemo(() => ({ t, language, phrases: phrasesOf(t) }), [t, language]);
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** `Mon` for a Monday. */
export const weekdayName = (date: string, { t }: Pick<Talk, 't'>) =>
  t(`weekdays.${weekdays[weekdayOf(date) - 1] ?? 1}`);

const ALL_DAY = '24:00';

/** The time before which the meetings of a day have begun: all on a past day, none on a later. */
export const startedOn = (date: string, today: string, time: string) =>
  date < today ? ALL_DAY : date === today ? time : '';

/** A name in the interface language, or in the other one if it is missing. */
export const wordIn = ({ nameEn, nameLo }: Words, language: Language) =>
  language === 'lo' ? nameLo || nameEn : nameEn;

export const takesPlace = ({ status }: TimetableMeeting) =>
  status === 'scheduled' || status === 'held';

/** Room and seats, on paper. */
export function placeAndSeats(
  { room, taken, capacity, branchCode }: TimetableMeeting,
  { t, phrases }: Talk,
  { isWide }: { isWide: boolean },
): string {
  const place = room ? t('room', { name: room.name }) : phrases.noRoom;
  return [...(isWide ? [branchCode] : []), place, `${taken}/${capacity}`].join(DOT);
}

/** The teacher; a substitute is named as such. */
export function teacherText(
  { teacher, isSubstitute }: TimetableMeeting,
  { t, language, phrases }: Talk,
): string {
  if (!teacher) return phrases.noTeacher;
  const name = wordIn(teacher, language);
  return isSubstitute ? t('substitute', { name }) : name;
}

/** The reason why the meeting does not take place. */
export function offText({ status, reason }: TimetableMeeting, { t }: Talk): string {
  if (status !== 'cancelled' && status !== 'rescheduled') return '';
  const word = t(status === 'cancelled' ? 'cancelled' : 'moved');
  return reason === '' ? word : `${word}, ${reason}`;
}

export const meetingClashText = ({ clash }: TimetableMeeting, { phrases }: Talk) =>
  phrases.clash[clash];

/** The card's surroundings, which say a part of it already. */
export type MeetingLook = {
  /** Meetings of every branch are shown. */
  isWide: boolean;
  /** The time stands beside the card. */
  isTimed?: boolean;
  /** The room stands beside the card, so the seats take its place. */
  isInRoom?: boolean;
};

type LastLine = { tone: 'clash' | 'due' | undefined; parts: readonly string[] };

/** The last line of a card: why it is off, or room and teacher with what is wrong with them. */
export function lastLine(
  meeting: TimetableMeeting,
  talk: Talk,
  { look, isDue }: { look: MeetingLook; isDue: boolean },
): LastLine {
  const { t, phrases } = talk;
  const { clash, room, taken, capacity, branchCode } = meeting;
  const off = offText(meeting, talk);
  if (off !== '') return { tone: undefined, parts: [off] };
  const seats = `${taken}/${capacity}`;
  const place = room ? (look.isTimed ? t('room', { name: room.name }) : room.name) : phrases.noRoom;
  const twice = (name: string, isTwice: boolean) => (isTwice ? t('twice', { name }) : name);
  const parts = [
    ...(look.isWide ? [branchCode] : []),
    ...(look.isInRoom ? [seats] : [twice(place, clash === 'room' || clash === 'both')]),
    twice(teacherText(meeting, talk), clash === 'teacher' || clash === 'both'),
    ...(look.isTimed ? [seats] : []),
  ];
  if (clash !== 'none') return { tone: 'clash', parts };
  if (!isDue) return { tone: undefined, parts };
  // A narrow card has room for one of the two, and the open register matters more than its teacher.
  const rest = look.isTimed ? parts : parts.slice(0, -1);
  return { tone: 'due', parts: [...rest, phrases.notTaken] };
}

/** True if attendance is still to be taken; meetings of its day have begun up to `started`. */
export const isAttendanceOpen = (meeting: TimetableMeeting, started: string) =>
  takesPlace(meeting) && !meeting.attendanceTaken && meeting.start <= started;

/** The page of the meeting's class, at its attendance if that is due. */
export function meetingPath(meeting: TimetableMeeting, isDue: boolean): string {
  const attendance = isDue ? `&tab=attendance&session=${meeting._id}` : '';
  return `${paths.classOverview}?id=${meeting.classId}${attendance}`;
}
