import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
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
  useTalk,
  wordIn,
} from './meeting-words.ts';
import styles from './meetings.module.css';

type MeetingCardsProps = {
  meetings: readonly TimetableMeeting[];
  started: string;
  isWide: boolean;
};

/** Some meetings of a day as cards, the time beside each. */
export function MeetingCards({ meetings, started, isWide }: MeetingCardsProps) {
  const talk = useTalk();
  return (
    <ol className={styles.cards}>
      {meetings.map((meeting) => {
        const isDue = isAttendanceOpen(meeting, started);
        const off = offText(meeting, talk);
        return (
          <li key={meeting._id} className={styles.card}>
            <time>
              {meeting.start}
              <small>{meeting.end}</small>
            </time>
            <Link
              to={meetingPath(meeting, isDue)}
              className={styles.meeting}
              data-meeting={meeting._id}
              data-start={meeting.start}
              data-due={isDue || undefined}
              data-colour={meeting.category.colour}
              data-clash={meeting.clash === 'none' ? undefined : meeting.clash}
              data-off={!takesPlace(meeting) || undefined}
            >
              <b>{meeting.classCode}</b> <span>{wordIn(meeting.course, talk.language)}</span>
              <span>
                {off ||
                  `${placeAndSeats(meeting, talk, { isWide })} · ${teacherText(meeting, talk)}`}
              </span>
              {meeting.clash !== 'none' && (
                <span className={styles.warn}>
                  <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
                  {meetingClashText(meeting, talk)}
                </span>
              )}
              {isDue && <span className={styles.due}>{dueText(talk)}</span>}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
