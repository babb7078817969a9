import { useTranslation } from 'react-i18next';
import { enrolmentTypes, type EnrolmentType } from '#contract/classes/enrolments.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import controls from '#src/theme/controls.module.css';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type TypeChoiceProps = {
  place: SeatLine;
  onChange: (type: EnrolmentType) => void;
  onWait: () => void;
};

/**
 * The type of the enrolment. The waiting list is offered only if the class is full; an existing
 * enrolment keeps its type.
 */
export function TypeChoice({ place, onChange, onWait }: TypeChoiceProps) {
  const { t } = useTranslation('desk');
  const isAway = useServerUnreachable();
  const isFull = place.offered.seatsTaken >= place.offered.capacity;
  if (place.enrolmentId !== null) return null;
  return (
    <div className={controls.segments} role="group" aria-label={t('type.title')}>
      {enrolmentTypes.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={place.type === type && !place.joinsWaitingList}
          disabled={isFull && place.override === null}
          onClick={() => onChange(type)}
        >
          {t(`type.${type}`)}
        </button>
      ))}
      {(isFull || place.joinsWaitingList) && (
        <button
          type="button"
          aria-pressed={place.joinsWaitingList}
          disabled={isAway && !place.joinsWaitingList}
          onClick={onWait}
        >
          {t('type.waiting')}
        </button>
      )}
    </div>
  );
}
