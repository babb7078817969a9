import { useTranslation } from 'react-i18next';
import type { TimetableDay, TimetableMeeting } from '#contract/classes/class-overview.ts';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { useIsPrinting } from '#src/components/print/use-is-printing.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import {
  meetingClashText,
  offText,
  placeAndSeats,
  takesPlace,
  teacherText,
  useTalk,
  weekdayName,
  wordIn,
  type Talk,
} from './meeting-words.ts';
import styles from './class-overview.module.css';

type PaperMeetingProps = { meeting: TimetableMeeting; talk: Talk; isWide: boolean };

function PaperMeeting({ meeting, talk, isWide }: PaperMeetingProps) {
  const off = offText(meeting, talk);
  return (
    <li
      data-off={!takesPlace(meeting) || undefined}
      data-clash={meeting.clash === 'none' ? undefined : meeting.clash}
    >
      {`${meeting.start}–${meeting.end}`}
      <b>{meeting.classCode}</b>
      <span>{wordIn(meeting.course, talk.language)}</span>
      <span>{off || placeAndSeats(meeting, talk, { isWide })}</span>
      {off === '' && <span>{teacherText(meeting, talk)}</span>}
      {meeting.clash !== 'none' && <span>{meetingClashText(meeting, talk)}</span>}
    </li>
  );
}

type WeekPrintProps = {
  days: readonly TimetableDay[];
  branch: string;
  range: string;
  fetchedAt: number;
  isWide: boolean;
};

/** The printed week: A4 landscape, the branch and the week on top, a column for each day. */
export function WeekPrint({ days, branch, range, fetchedAt, isWide }: WeekPrintProps) {
  const talk = useTalk();
  const { t } = useTranslation('class-overview');
  const isPrinting = useIsPrinting();
  return (
    <section className={styles.paper}>
      {/* There before a print begins, which waits for nothing. */}
      <PrintFrame
        lies="landscape"
        title={range}
        branch={branch}
        asOf={t('paperAsOf', { time: formatDateTime(new Date(fetchedAt).toISOString()) })}
      />
      {isPrinting && (
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
      )}
    </section>
  );
}
