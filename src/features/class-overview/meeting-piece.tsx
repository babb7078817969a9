import { memo } from 'react';
import type { TimetableMeeting } from '#contract/class-overview.ts';
import { clashText, dueText, isAttendanceOpen, meetingPath, offText, placeAndSeats, takesPlace, teacherText, type Talk } from './meeting-words.ts';
import { hoursOf, percent, type Layout, type Piece, type Strip } from './place-meetings.ts';
import { wrapped } from './wrapped.ts';
import styles from './meetings.module.css';
import grid from './timetable.module.css';

/** Letters of a line of the narrowest card, pixels of such a line, and of a card what is no line. */
const LINE_LETTERS = 15;
const LINE_HEIGHT = 1.3;
const BESIDE_LINES = 6;

/** How tall an hour and how large a letter is, in pixels. */
export type Measures = { hour: number; letter: number };

type CardProps = { meeting: TimetableMeeting; above: number; isDense: boolean; isAlone: boolean; isWide: boolean; isDue: boolean; talk: Talk; measures: Measures };

/** One meeting, of as few elements as can be, since a week may have thousands; what stands in it is said in full by its name. */
function Card({ meeting, above, isDense, isAlone, isWide, isDue, talk, measures }: CardProps) {
  const { start, end, classCode, clash, category } = meeting;
  const height = (hoursOf(end) - hoursOf(start)) * measures.hour - 2;
  const off = offText(meeting, talk);
  const place = placeAndSeats(meeting, talk, { isWide, isShort: !isAlone });
  const marks = [clashText(meeting, talk), isDue ? dueText(talk) : ''];
  const said = [off || place, ...marks, off === '' ? teacherText(meeting, talk) : ''].filter((one) => one !== '');
  const rows = isDense ? Math.floor((height - BESIDE_LINES) / (measures.letter * LINE_HEIGHT)) : Number.POSITIVE_INFINITY;
  const code = isDense ? wrapped([classCode], LINE_LETTERS) : [classCode];
  const rest = isDense ? wrapped([off || place, off === '' ? teacherText(meeting, talk) : ''], LINE_LETTERS) : isAlone ? said : said.filter((one) => !marks.includes(one));
  return (
    <a
      href={meetingPath(meeting, isDue)}
      className={styles.meeting}
      style={{ height, marginBlockStart: above }}
      aria-label={[classCode, `${start}–${end}`, ...said].join(' ')}
      data-meeting={meeting._id}
      data-start={start}
      data-colour={category.colour}
      data-clash={clash === 'none' ? undefined : clash}
      data-due={isDue || undefined}
      data-off={!takesPlace(meeting) || undefined}
    >
      <b>{code.slice(0, rows).join('\n')}</b>
      {rest.slice(0, Math.max(0, rows - code.length)).map((line) => `\n${line}`).join('')}
    </a>
  );
}

type MeetingPieceProps = {
  piece: Piece;
  strip: Strip;
  layout: Layout;
  isWide: boolean;
  /** The time up to which meetings of this day have begun. */
  started: string;
  /** The first hour of the grid. */
  from: number;
  measures: Measures;
  talk: Talk;
};

/** Some meetings below each other. It asks for nothing itself: what each of hundreds asked for would have to be let go of one by one. */
export const MeetingPiece = memo(function MeetingPiece({ piece: { key, first, lanes, meetings }, strip, layout: { lanes: all, isDense }, isWide, started, from, measures, talk }: MeetingPieceProps) {
  const begin = hoursOf(meetings[0]?.start ?? '');
  const end = hoursOf(meetings.at(-1)?.end ?? '');
  const place = { marginBlockStart: (begin - from) * measures.hour + 1, height: (end - begin) * measures.hour, marginInlineStart: percent((first / lanes) * all - strip.first, strip.lanes), width: percent(all / lanes, strip.lanes) };
  return (
    <div className={grid.piece} style={place} data-piece={key} data-dense={isDense || undefined}>
      {meetings.map((meeting, at) => {
        const above = at === 0 ? 0 : (hoursOf(meeting.start) - hoursOf(meetings[at - 1]?.end ?? '')) * measures.hour + 2;
        return (
          <Card key={meeting._id} meeting={meeting} above={above} isDense={isDense} isAlone={lanes === 1} isWide={isWide} isDue={isAttendanceOpen(meeting, started)} talk={talk} measures={measures} />
        );
      })}
    </div>
  );
});
