import { useTranslation } from 'react-i18next';
import { ATTENDANCE_GOAL, attendancePercent } from '#contract/classes/attendance.ts';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Share } from '#src/components/kit/share.tsx';
import { Edge, RowEntry } from '#src/components/record/rows.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useCourseName } from '#src/entities/class/lesson-words.ts';
import { showDay } from '#src/lib/text/day.ts';
import { placePath, placeTone } from './place.ts';

type Place = StudentPlaces['places'][number];

/** The places of a student as rows, each leading to its page; `of` names the student. */
export function PlaceRows({ places, of }: { places: readonly Place[]; of?: string }) {
  const { t } = useTranslation('class-page');
  const times = useTimesInWords();
  const courseOf = useCourseName();
  return places.map((place) => (
    <RowEntry
      key={place.enrolmentId}
      name={[
        courseOf({ courseEn: place.courseNameEn, courseLo: place.courseNameLo }),
        times(place.slots),
      ]
        .filter(Boolean)
        .join(DOT)}
      to={placePath(place.enrolmentId)}
      sign={<Edge isDone={place.until !== null} />}
      note={
        <>
          {of !== undefined && `${of}${DOT}`}
          <bdi dir="ltr">
            {showDay(place.since)}
            {place.until !== null && `–${showDay(place.until)}`}
          </bdi>
          {DOT}
          <LeftToRight>{place.classCode}</LeftToRight>
        </>
      }
    >
      <Mark tone={placeTone(place.status)} label={t(`roster.statuses.${place.status}`)} />
      <small>
        <Share percent={attendancePercent(place.attendance)} goal={ATTENDANCE_GOAL} />
      </small>
    </RowEntry>
  ));
}
