import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import { readDay } from '#contract/words/typed-day.ts';
import { MAX_UNITS } from '#contract/desk/visits.ts';
import { fetchClass } from '#src/features/desk/desk-queries.ts';
import lineStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changePlace } from '#src/features/desk/visit-basket.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import type { FamilyChild } from '#src/features/desk/visit-people.ts';
import { TypeChoice } from '#src/features/desk/what/type-choice.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { FieldRow, HelpText } from '#src/components/kit/field.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Stepper } from './stepper.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const MOST_MONTHS = 12;
type PlaceProps = { visit: Visit; place: SeatLine; child: FamilyChild | undefined };
type Asked = Partial<Pick<SeatLine, 'basis' | 'units' | 'startDate'>>;

/** Asks for the price with another start or another basis; without an answer nothing changes. */
function useRepricing(
  { branchId, change }: Visit,
  place: SeatLine,
  child: FamilyChild | undefined,
) {
  const [failure, setFailure] = useState('');
  const [isAsking, setAsking] = useState(false);
  // A question asks for the changes of the ones without an answer too, and replaces them.
  const asked = useRef<Asked>(undefined);
  const ask = async (changes: Asked) => {
    const all = { ...asked.current, ...changes };
    asked.current = all;
    setFailure('');
    setAsking(true);
    try {
      const offered = await fetchClass(branchId, child, { ...place, ...all });
      if (asked.current !== all) return;
      if (offered) change((before) => changePlace(before, place.key, { ...all, offered }));
    } catch (error) {
      if (asked.current !== all) return;
      setFailure(readFailureText(error));
    }
    asked.current = undefined;
    setAsking(false);
  };
  return { ask, failure, isAsking };
}

function StartDate({
  place,
  disabled,
  onChange,
}: {
  place: SeatLine;
  disabled: boolean;
  onChange: (startDate: string | null) => void;
}) {
  const { t } = useTranslation('desk');
  const [typed, setTyped] = useState(showDay(place.startDate));
  const language = useLanguage();
  const read = readDay(typed);
  const noDay = 'value' in read ? undefined : fieldErrorText(read.error, language);
  return (
    <PlainField
      label={t('line.startsOn')}
      inputMode="numeric"
      disabled={disabled}
      placeholder={showDay(place.offered.startDate)}
      error={noDay}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (!('value' in read)) return;
        setTyped(showDay(read.value));
        if (read.value !== place.startDate) onChange(read.value);
      }}
    />
  );
}

/** A seat in a class: its type, start and fee, and whether the registration is charged. */
export function PlacePart({ visit, place, child }: PlaceProps) {
  const { t } = useTranslation(['desk', 'courses']);
  const { change } = visit;
  const { ask, failure, isAsking } = useRepricing(visit, place, child);
  const isAway = useServerUnreachable();
  const { bases } = place.offered;
  const isCharged = place.type === 'regular' && !place.joinsWaitingList;
  const set = (changes: Partial<SeatLine>) =>
    change((before) => changePlace(before, place.key, changes));
  return (
    <>
      <TypeChoice
        place={place}
        onChange={(type) => set({ type, joinsWaitingList: false })}
        onWait={() => set({ joinsWaitingList: !place.joinsWaitingList, type: 'regular' })}
      />
      {isCharged && (
        <div className={lineStyles.pair}>
          <StartDate
            place={place}
            disabled={isAway}
            onChange={(startDate) => void ask({ startDate })}
          />
          {bases.length > 1 && (
            <FieldRow label={t('line.basis')} isBare>
              {() => (
                <Segments
                  label={t('line.basis')}
                  options={bases.map((basis) => ({
                    value: basis,
                    label: t(`courses:bases.${basis}`),
                  }))}
                  value={place.basis}
                  onChoose={(basis) => void ask({ basis, units: 1 })}
                  isDisabled={isAsking || isAway}
                />
              )}
            </FieldRow>
          )}
          {place.basis !== 'term' && (
            <Stepper
              label={t(place.basis === 'month' ? 'line.months' : 'line.sessions')}
              value={place.units}
              max={place.basis === 'month' ? MOST_MONTHS : MAX_UNITS}
              disabled={isAsking || isAway}
              onChange={(units) => void ask({ units })}
            />
          )}
        </div>
      )}
      {isAway && isCharged && <HelpText>{t('away.price')}</HelpText>}
      <ErrorText role="alert">{failure}</ErrorText>
      {isCharged && place.offered.price?.registration && (
        <PlainField
          label={t('line.waive')}
          maxLength={200}
          placeholder={t('line.waiveWhy')}
          value={place.registrationWaived}
          onChange={({ target }) => set({ registrationWaived: target.value })}
        />
      )}
    </>
  );
}
