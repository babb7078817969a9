import { useTranslation } from 'react-i18next';
import { enrolmentTypes, type EnrolmentType } from '#contract/classes/enrolments.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const WAITING = 'waiting' as const;

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
    <Segments<EnrolmentType | typeof WAITING>
      label={t('type.title')}
      options={[
        ...enrolmentTypes.map((value) => ({
          value,
          label: t(`type.${value}`),
          isOff: isFull && place.override === null,
        })),
        ...(isFull || place.joinsWaitingList
          ? [
              {
                value: WAITING,
                label: t('type.waiting'),
                isOff: isAway && !place.joinsWaitingList,
              },
            ]
          : []),
      ]}
      value={place.joinsWaitingList ? WAITING : place.type}
      onChoose={(value) => (value === WAITING ? onWait() : onChange(value))}
    />
  );
}
