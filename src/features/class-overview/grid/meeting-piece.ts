import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import {
  meetingClashText,
  dueText,
  isAttendanceOpen,
  meetingPath,
  offText,
  placeAndSeats,
  takesPlace,
  teacherText,
  type Talk,
} from '#src/features/class-overview/meeting-words.ts';
import { hoursOf, percent, type Layout, type Piece, type Strip } from './place-meetings.ts';
import { breakLines } from './break-lines.ts';
import styles from '#src/features/class-overview/meetings.module.css';
import grid from '#src/features/class-overview/timetable.module.css';

/**
 * The letters that fit in a line of the narrowest card, the height of such a line, and the height
 * of a card without lines.
 */
const LINE_LETTERS = 15;
const LINE_HEIGHT = 1.3;
const BESIDE_LINES = 6;

/** The height of an hour and of a letter, in pixels. */
export type Measures = { hour: number; letter: number };

/** The data that all pieces of a column share. */
export type PieceLook = {
  isWide: boolean;
  /** The time up to which meetings of this day have begun. */
  started: string;
  /** The first hour of the grid. */
  from: number;
  measures: Measures;
  talk: Talk;
};
type CardPlace = { above: number; isDense: boolean; isAlone: boolean };

/**
 * One meeting with as few elements as possible, because a week may have thousands; its accessible
 * name has all details.
 */
function cardOf(
  meeting: TimetableMeeting,
  { above, isDense, isAlone }: CardPlace,
  { isWide, started, measures, talk }: PieceLook,
): HTMLAnchorElement {
  const { _id, start, end, classCode, clash, category } = meeting;
  const isDue = isAttendanceOpen(meeting, started);
  const height = (hoursOf(end) - hoursOf(start)) * measures.hour - 2;
  const off = offText(meeting, talk);
  const place = placeAndSeats(meeting, talk, { isWide, isShort: !isAlone });
  const marks = [meetingClashText(meeting, talk), isDue ? dueText(talk) : ''];
  const said = [off || place, ...marks, off === '' ? teacherText(meeting, talk) : ''].filter(
    (one) => one !== '',
  );
  const rows = isDense
    ? Math.floor((height - BESIDE_LINES) / (measures.letter * LINE_HEIGHT))
    : Number.POSITIVE_INFINITY;
  const code = isDense ? breakLines([classCode], LINE_LETTERS) : [classCode];
  const rest = isDense
    ? breakLines([off || place, off === '' ? teacherText(meeting, talk) : ''], LINE_LETTERS)
    : isAlone
      ? said
      : said.filter((one) => !marks.includes(one));
  const link = document.createElement('a');
  link.className = styles.meeting ?? '';
  link.setAttribute('href', meetingPath(meeting, isDue));
  link.setAttribute('aria-label', [classCode, `${start}–${end}`, ...said].join(' '));
  link.style.height = `${height}px`;
  link.style.marginBlockStart = `${above}px`;
  link.setAttribute('data-meeting', _id);
  link.setAttribute('data-start', start);
  link.setAttribute('data-colour', category.colour);
  if (clash !== 'none') link.setAttribute('data-clash', clash);
  if (isDue) link.setAttribute('data-due', '');
  if (!takesPlace(meeting)) link.setAttribute('data-off', '');
  const name = document.createElement('b');
  name.textContent = code.slice(0, rows).join('\n');
  link.append(
    name,
    rest
      .slice(0, Math.max(0, rows - code.length))
      .map((line) => `\n${line}`)
      .join(''),
  );
  return link;
}

/**
 * Several meetings, one below the other. They are built without React: in a week of hundreds of
 * classes, React took longer to create and remove a card than the card itself needs.
 */
export function pieceOf(
  { key, first, lanes, meetings }: Piece,
  strip: Strip,
  { lanes: all, isDense }: Layout,
  look: PieceLook,
): HTMLElement {
  const { from, measures } = look;
  const begin = hoursOf(meetings[0]?.start ?? '');
  const end = hoursOf(meetings.at(-1)?.end ?? '');
  const box = document.createElement('div');
  box.className = grid.piece ?? '';
  box.setAttribute('data-piece', key);
  if (isDense) box.setAttribute('data-dense', '');
  else if (lanes > 1) box.setAttribute('data-beside', '');
  box.style.marginBlockStart = `${(begin - from) * measures.hour + 1}px`;
  box.style.height = `${(end - begin) * measures.hour}px`;
  box.style.marginInlineStart = percent((first / lanes) * all - strip.first, strip.lanes);
  box.style.width = percent(all / lanes, strip.lanes);
  meetings.forEach((meeting, at) => {
    const above =
      at === 0
        ? 0
        : (hoursOf(meeting.start) - hoursOf(meetings[at - 1]?.end ?? '')) * measures.hour + 2;
    box.append(cardOf(meeting, { above, isDense, isAlone: lanes === 1 }, look));
  });
  return box;
}
