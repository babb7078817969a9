import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { linkOf, moveThroughMeetings } from './arrow-keys.ts';
import { MeetingCards } from './meeting-cards.tsx';
import styles from './timetable.module.css';
import { useSteps } from './use-steps.ts';

/** The number of cards in one part of a long day. */
const AT_ONCE = 5;

type DayListProps = { day: TimetableDay; started: string; isWide: boolean };

/** The meetings of one day below each other, in the order of time. */
export function WeekDays({ day: { date, meetings, holidays }, started, isWide }: DayListProps) {
  const { t } = useTranslation('class-overview');
  const language = useLanguage();
  const parts = Array.from({ length: Math.ceil(meetings.length / AT_ONCE) }, (_, at) =>
    meetings.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const drawn = useSteps(date + language, parts.length, 1);
  return (
    <div
      onKeyDown={(event) =>
        moveThroughMeetings(event, [meetings], ({ _id }) =>
          linkOf(event.currentTarget, _id)?.focus(),
        )
      }
    >
      <div>
        {holidays.length > 0 && <p className={styles.holiday}>{holidays.join(', ')}</p>}
        {meetings.length === 0 && <p role="status">{t('emptyDay')}</p>}
        {parts.slice(0, drawn).map((part) => (
          <MeetingCards key={part[0]?._id} meetings={part} started={started} isWide={isWide} />
        ))}
      </div>
    </div>
  );
}
