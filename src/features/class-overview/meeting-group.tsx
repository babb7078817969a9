import { ClipboardList, TriangleAlert, type LucideIcon } from 'lucide-react';
import { memo, type CSSProperties, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { clashText, dueText, isAttendanceOpen, meetingPath, offText, placeAndSeats, takesPlace, teacherText, useTalk, type Talk } from './meeting-words.ts';
import { hoursOf, type Group, type Placed } from './place-meetings.ts';
import styles from './meetings.module.css';

type MarkProps = { className: string | undefined; icon: LucideIcon; text: string };

/** What somebody should look at; where there is little room, the icon alone is to be seen. */
function Mark({ className, icon: Icon, text }: MarkProps) {
  return (
    <span className={className}>
      <Icon aria-hidden size={12} strokeWidth={1.75} />
      <span>{text}</span>
    </span>
  );
}

type BlockProps = Placed & { talk: Talk; isWide: boolean; started: string };

/** One meeting: a plain link, since a week may have a thousand of them. */
function Block({ meeting, lane, lanes, talk, isWide, started }: BlockProps) {
  const { start, end, classCode, clash, category } = meeting;
  const isDue = isAttendanceOpen(meeting, started);
  const place = { '--s': hoursOf(start), '--e': hoursOf(end), '--l': lane, '--n': lanes } as CSSProperties;
  const off = offText(meeting, talk);
  return (
    <li className={styles.place} style={place} data-narrow={lanes > 1 || undefined}>
      <a
        href={meetingPath(meeting, isDue)}
        className={styles.meeting}
        data-start={start}
        data-colour={category.colour}
        data-clash={clash === 'none' ? undefined : clash}
        data-off={!takesPlace(meeting) || undefined}
      >
        <b>{classCode}</b> <span className={styles.unseen}>{`${start}–${end}`}</span>
        <span>{off || placeAndSeats(meeting, talk, { isWide, isShort: lanes > 1 })}</span>
        {clash !== 'none' && <Mark className={styles.warn} icon={TriangleAlert} text={clashText(meeting, talk)} />}
        {isDue && <Mark className={styles.due} icon={ClipboardList} text={dueText(talk)} />}
        {off === '' && <span>{teacherText(meeting, talk)}</span>}
      </a>
    </li>
  );
}

type MeetingGroupProps = {
  group: Group;
  /** What the list is read out as. */
  label: string;
  isWide: boolean;
  /** The time up to which meetings of this day have begun. */
  started: string;
};

/** Some meetings of a day beside and below each other, in the order of time. */
export const MeetingGroup = memo(function MeetingGroup({ group, label, isWide, started }: MeetingGroupProps) {
  const talk = useTalk();
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain) return;
    event.preventDefault();
    void navigate(link.getAttribute('href') ?? '');
  };
  return (
    <ul aria-label={label} onClick={open}>
      {group.placed.map((one) => (
        <Block key={one.meeting._id} {...one} talk={talk} isWide={isWide} started={started} />
      ))}
    </ul>
  );
});
