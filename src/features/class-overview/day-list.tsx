import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { MeetingCard } from './meeting-card.tsx';
import type { MeetingLook, Talk } from './meeting-words.ts';
import styles from './meetings.module.css';

type DayListProps = { day: TimetableDay; started: string; look: MeetingLook; talk: Talk };

/** The meetings of one day below each other, in the order of time. */
export function DayList({ day: { meetings }, ...shown }: DayListProps) {
  const { t } = useTranslation('class-overview');
  return (
    <ol className={styles.agenda} aria-label={t('view.list')}>
      {meetings.map((meeting, at) => (
        <li
          key={meeting._id}
          data-gap={(at > 0 && (meetings[at - 1]?.end ?? '') < meeting.start) || undefined}
        >
          <time>
            {meeting.start}
            <small>{meeting.end}</small>
          </time>
          <MeetingCard meeting={meeting} {...shown} />
        </li>
      ))}
    </ol>
  );
}
