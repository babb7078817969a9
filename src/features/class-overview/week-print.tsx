import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { TimetableDay, TimetableMeeting } from '#contract/class-overview.ts';
import { showDay } from '#src/lib/day.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { clashText, offText, placeAndSeats, takesPlace, teacherText, useTalk, weekdayName, wordIn, type Talk } from './meeting-words.ts';
import styles from './week-print.module.css';

/** Whether the page is being printed: what only the paper shows is not drawn before. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    // The paper is taken as the page stands when this event is over.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal: over.signal });
    window.addEventListener('afterprint', () => setPrinting(false), { signal: over.signal });
    return () => over.abort();
  }, []);
  return isPrinting;
}

type PaperMeetingProps = { meeting: TimetableMeeting; talk: Talk; isWide: boolean };

function PaperMeeting({ meeting, talk, isWide }: PaperMeetingProps) {
  const off = offText(meeting, talk);
  return (
    <li data-off={!takesPlace(meeting) || undefined} data-clash={meeting.clash === 'none' ? undefined : meeting.clash}>
      {`${meeting.start}–${meeting.end}`}
      <b>{meeting.classCode}</b>
      <span>{wordIn(meeting.course, talk.language)}</span>
      <span>{off || placeAndSeats(meeting, talk, { isWide })}</span>
      {off === '' && <span>{teacherText(meeting, talk)}</span>}
      {meeting.clash !== 'none' && <span>{clashText(meeting, talk)}</span>}
    </li>
  );
}

type WeekPrintProps = { days: readonly TimetableDay[]; branch: string; range: string; fetchedAt: number; isWide: boolean };

/** The week on paper: A4 across, the branch and the week on top, the days beside each other. */
export function WeekPrint({ days, branch, range, fetchedAt, isWide }: WeekPrintProps) {
  const talk = useTalk();
  const { t } = useTranslation('class-overview');
  if (!useIsPrinting()) return null;
  return (
    <section className={styles.paper}>
      <header className={styles.top}>
        <h2>{`${branch} · ${range}`}</h2>
        <p>{t('paperAsOf', { time: formatDateTime(new Date(fetchedAt).toISOString()) })}</p>
      </header>
      <div className={styles.week}>
        {days.map(({ date, meetings, holidays }) => (
          <section key={date} className={styles.day}>
            <h3>{`${weekdayName(date, talk)} ${showDay(date)}`}</h3>
            {holidays.length > 0 && <p>{holidays.join(', ')}</p>}
            <ul>
              {meetings.map((meeting) => (
                <PaperMeeting key={meeting._id} meeting={meeting} talk={talk} isWide={isWide} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
