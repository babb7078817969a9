import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useClasses } from '#src/features/desk/desk-queries.ts';
import styles from '#src/features/desk/desk.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changePlace, moveToClass } from '#src/features/desk/visit-basket.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/**
 * Replaces a seat that is gone: by the next class of the same course with a seat, or by the waiting
 * list.
 */
export function LostSeat({
  visit: { draft, branchId, change },
  place,
}: {
  visit: Visit;
  place: SeatLine;
}) {
  const { t } = useTranslation('desk');
  const inWords = useTimesInWords();
  const child = draftChildren(draft).find(({ key }) => key === place.studentKey);
  const { data } = useClasses(branchId, child);
  const now = data?.classes.find(({ classId }) => classId === place.classId) ?? place.offered;
  const days = (day: string) => Math.abs(Date.parse(day) - Date.parse(place.offered.startDate));
  const [nearest] = (data?.classes ?? [])
    .filter(
      (one) =>
        one.courseId === now.courseId &&
        one.classId !== now.classId &&
        one.price !== null &&
        one.seatsTaken < one.capacity &&
        one.findings.every(({ weight }) => weight === 'warn'),
    )
    .toSorted((a, b) => days(a.startDate) - days(b.startDate));
  return (
    <div className={styles.row}>
      {nearest && (
        <Button onClick={() => change((before) => moveToClass(before, place.key, nearest))}>
          {t('lost.other', {
            class: nearest.classCode,
            times: inWords(nearest.slots),
            n: formatNumber(nearest.capacity - nearest.seatsTaken),
          })}
        </Button>
      )}
      <Button
        onClick={() =>
          change((before) =>
            changePlace(before, place.key, { joinsWaitingList: true, type: 'regular' }),
          )
        }
      >
        {t('what.wait', { n: now.waiting + 1 })}
      </Button>
    </div>
  );
}
