import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hasWords, searchWords, searchableText } from '#contract/words/search-words.ts';
import type { PendingPlace } from '#contract/classes/pending.ts';
import { ageOn } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

/** The state of the class: free seats or full, and the number of waiting students. */
export function useSeatWords(): (
  place: Pick<PendingPlace, 'capacity' | 'seatsTaken' | 'waiting'>,
) => string {
  const { t } = useTranslation('pending');
  return ({ capacity, seatsTaken, waiting }) => {
    const seats =
      seatsTaken < capacity ? t('seats.left', { count: capacity - seatsTaken }) : t('seats.full');
    return waiting > 0 ? `${seats}, ${t('seats.waiting', { count: waiting })}` : seats;
  };
}

/** The name with the age. */
export function useCalled(): (place: PendingPlace) => string {
  const { t } = useTranslation('pending');
  const nameOf = usePersonName();
  return (place) =>
    place.dateOfBirth === null
      ? nameOf(place)
      : t('called', { name: nameOf(place), age: ageOn(place.dateOfBirth, today()) });
}

/** The student with a link to the enrolment, and the facts about the class that matter here. */
export function QueuedPlace({
  place,
  more = [],
}: {
  place: PendingPlace;
  more?: readonly (string | false)[];
}) {
  const called = useCalled();
  const timesOf = useTimesInWords();
  return (
    <>
      <Link to={editPath(paths.enrollmentDetail, place.enrolmentId)}>
        <WholeWords text={called(place)} />
      </Link>
      <small>{[place.classCode, timesOf(place.slots), ...more].filter(Boolean).join(DOT)}</small>
    </>
  );
}

/** True if the typed text matches one of these seats, by name, phone or class. */
export function isMeant(typed: string, places: readonly PendingPlace[], more = ''): boolean {
  const words = searchWords(typed);
  const texts = places.map(
    ({ firstName, lastName, firstNameEn, lastNameEn, nickname, classCode, phone }) =>
      [firstName, lastName, firstNameEn, lastNameEn, nickname, classCode, phone]
        .map(searchableText)
        .join(' '),
  );
  return [...texts, searchableText(more)].some((text) => hasWords(text, words));
}
