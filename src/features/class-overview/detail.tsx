import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import type { ClassSession } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { copiedSessions } from '#src/entities/class/class-copies.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import {
  isAttendanceOpen,
  meetingClashText,
  meetingPath,
  offText,
  takesPlace,
  teacherText,
  useTalk,
  weekdayName,
  wordIn,
  type Talk,
} from './meeting-words.ts';

/** The place of a meeting among those of its class that take place, once they are known. */
function useLessonNumber({
  _id,
  classId,
}: TimetableMeeting): { n: number; of: number } | undefined {
  const { data } = useQuery(listQuery<ClassSession>(copiedSessions(classId), { quiet: true }));
  const lessons = data?.rows
    .filter(({ status }) => status === 'scheduled' || status === 'held')
    .toSorted((a, b) => `${a.date} ${a.start}`.localeCompare(`${b.date} ${b.start}`));
  const at = lessons?.findIndex((one) => one._id === _id) ?? -1;
  return lessons && at >= 0 ? { n: at + 1, of: lessons.length } : undefined;
}

/** Whether the register of a meeting was taken, or from when it can be. */
function registerText(meeting: TimetableMeeting, isDue: boolean, { t }: Talk): string {
  if (meeting.attendanceTaken) return t('register.taken');
  return isDue ? t('notTaken') : t('register.from', { time: meeting.start });
}

type DetailProps = {
  meeting: TimetableMeeting;
  date: string;
  started: string;
  /** Where the card is that was pressed. */
  beside: DOMRect;
  onClose: () => void;
};

/** What a card has no room for: beside the card, or from below on a phone. */
export function Detail({ meeting, date, started, beside, onClose }: DetailProps) {
  const { t } = useTranslation('class-overview');
  const talk = useTalk();
  const mayTake = useCan('attendance:write');
  const lesson = useLessonNumber(meeting);
  const isDue = isAttendanceOpen(meeting, started);
  const { course, start, end, classCode, branchCode, room, taken, capacity } = meeting;
  const clash = meetingClashText(meeting, talk);
  const isTaking = isDue && mayTake;
  return (
    <Dialog
      beside={beside}
      title={`${wordIn(course, talk.language)}${DOT}${weekdayName(date, { t })} ${start}`}
      description={<LeftToRight>{`${classCode}${DOT}${branchCode}`}</LeftToRight>}
      onClose={onClose}
      footer={
        <>
          <LinkButton look={isTaking ? 'outline' : 'solid'} to={meetingPath(meeting, false)}>
            {t('detail.class')}
          </LinkButton>
          {isTaking && (
            <LinkButton look="solid" icon={ClipboardCheck} to={meetingPath(meeting, true)}>
              {t('detail.take')}
            </LinkButton>
          )}
        </>
      }
    >
      <Facts>
        <Fact label={showDay(date)}>
          {`${start}–${end}`}
          {lesson && `${DOT}${t('detail.lesson', lesson)}`}
        </Fact>
        <Fact label={t('rooms')}>{room?.name ?? t('noRoom')}</Fact>
        <Fact label={t('teachers')}>{teacherText(meeting, talk)}</Fact>
        <Fact label={t('detail.seats')}>{`${taken} / ${capacity}`}</Fact>
        {takesPlace(meeting) ? (
          <Fact label={t('detail.register')}>{registerText(meeting, isDue, talk)}</Fact>
        ) : (
          <Fact label={t('detail.off')}>{offText(meeting, talk)}</Fact>
        )}
        {clash !== '' && (
          <Fact label={t('detail.clash')} isLate>
            {clash}
          </Fact>
        )}
      </Facts>
    </Dialog>
  );
}
