import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import {
  isAttendanceOpen,
  lastLine,
  takesPlace,
  wordIn,
  type MeetingLook,
  type Talk,
} from './meeting-words.ts';
import styles from './meetings.module.css';

type MeetingCardProps = {
  meeting: TimetableMeeting;
  /** The time before which the meetings of its day have begun. */
  started: string;
  look: MeetingLook;
  talk: Talk;
};

/**
 * A meeting in three lines: course, time, and where and by whom, or what is wrong with it. A press
 * shows the rest (`Detail`).
 */
export const MeetingCard = memo(
  function MeetingCard({ meeting, started, look, talk }: MeetingCardProps) {
    const { tone, parts } = lastLine(meeting, talk, {
      look,
      isDue: isAttendanceOpen(meeting, started),
    });
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        className={styles.meeting}
        data-meeting={meeting._id}
        data-start={meeting.start}
        data-colour={meeting.category.colour}
        data-clash={meeting.clash === 'none' ? undefined : meeting.clash}
        data-off={!takesPlace(meeting) || undefined}
      >
        <b>{wordIn(meeting.course, talk.language)}</b>{' '}
        {!look.isTimed && (
          <>
            <span className={styles.time}>
              <span>{`${meeting.start}–`}</span>
              <span>{meeting.end}</span>
            </span>{' '}
          </>
        )}
        <span className={styles.line} data-tone={tone}>
          {tone === 'clash' && <TriangleAlert aria-hidden size={13} strokeWidth={1.75} />}
          {parts.map((part, at) => (
            <span key={at}>{part} </span>
          ))}
        </span>
      </button>
    );
  },
  // Only the passing of its start changes what a card says, not every minute of its day.
  (one, other) =>
    one.meeting === other.meeting &&
    one.talk === other.talk &&
    one.look === other.look &&
    one.meeting.start <= one.started === other.meeting.start <= other.started,
);
