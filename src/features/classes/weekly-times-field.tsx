import { Plus, Trash2 } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { get, useController, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_SLOTS } from '#contract/classes/classes.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { timeOfDay } from '#contract/fields.ts';
import type { Slot } from '#contract/classes/timetable.ts';
import {
  FormLook,
  useFormContextValue,
  type FieldBinding,
} from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { FieldGroup } from '#src/components/kit/field-group.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { isSameData } from '#src/lib/request/save.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import {
  timeGroups,
  slotsOf,
  useTimesInWords,
  WEEKDAYS,
  type TimeGroup,
} from '#src/entities/class/class-words.ts';
import styles from './classes.module.css';

const blank: TimeGroup = { weekdays: [], start: '17:00', end: '18:30' };

/**
 * `830` becomes `08:30` when the field loses the focus; a text that is no time stays, and the
 * schema reports it.
 */
const asTime = (typed: string) => {
  const time = timeOfDay.safeParse(typed);
  return time.success ? time.data : typed.trim();
};

/** The first message somewhere below an error of a list. */
function firstMessage(error: unknown): { message: string; isServer: boolean } | undefined {
  if (error === null || typeof error !== 'object') return undefined;
  if ('message' in error && typeof error.message === 'string')
    return { message: error.message, isServer: 'type' in error && error.type === 'server' };
  return Object.values(error)
    .map((one) => firstMessage(one))
    .find(Boolean);
}

type GroupProps = {
  group: TimeGroup;
  number: number;
  isInvalid: boolean;
  change: (group: TimeGroup) => void;
  remove: (() => void) | undefined;
};

function Group({ group, number, isInvalid, change, remove }: GroupProps) {
  const { t } = useTranslation(['classes', 'common']);
  const lacksDays = isInvalid && group.weekdays.length === 0;
  const toggle = (weekday: number) =>
    change({
      ...group,
      weekdays: group.weekdays.includes(weekday)
        ? group.weekdays.filter((one) => one !== weekday)
        : [...group.weekdays, weekday],
    });
  const time = (name: 'start' | 'end') => (
    <InputBox className={styles.time}>
      <input
        aria-label={t(name === 'start' ? 'from' : 'until')}
        aria-invalid={isInvalid && !lacksDays}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={group[name]}
        onChange={(event) => change({ ...group, [name]: event.target.value })}
        onBlur={(event) => change({ ...group, [name]: asTime(event.target.value) })}
      />
    </InputBox>
  );
  return (
    <FieldGroup
      legend={t('timeNumber', { number })}
      foot={
        <Row>
          {time('start')}
          <span aria-hidden>–</span>
          {time('end')}
          {remove && (
            <Button icon={Trash2} look="ghost" tone="danger" onClick={remove}>
              {t('removeTime', { number })}
            </Button>
          )}
        </Row>
      }
    >
      <div
        className={styles.days}
        role="group"
        aria-label={t('weekdays')}
        data-lacks={lacksDays || undefined}
      >
        {WEEKDAYS.map((weekday, index) => (
          <button
            key={weekday}
            type="button"
            className={styles.day}
            data-invalid={(lacksDays && index === 0) || undefined}
            aria-pressed={group.weekdays.includes(weekday)}
            aria-label={t(`weekday.${weekday}`)}
            onClick={() => toggle(weekday)}
          >
            {t(`common:weekdays.${weekday}`)}
          </button>
        ))}
      </div>
    </FieldGroup>
  );
}

/**
 * The weekly times of a class: weekdays with the same time are edited together, and stored as one
 * weekly time each.
 */
export function WeeklyTimesField({ name, label }: FieldBinding<Slot[]> & { label: string }) {
  const { t } = useTranslation('classes');
  const language = useLanguage();
  const timesInWords = useTimesInWords();
  const { describe } = useFormContextValue();
  const { errors } = useFormState({ name });
  const { Value } = useContext(FormLook);
  const { field } = useController<Record<string, Slot[]>>({ name });
  const value = Array.isArray(field.value) ? field.value : [];
  const [groups, setGroups] = useState<TimeGroup[]>(() =>
    value.length > 0 ? timeGroups(value) : [blank],
  );
  const [seen, setSeen] = useState(value);
  const addButton = useRef<HTMLButtonElement>(null);
  if (!isSameData(seen, value)) {
    setSeen(value);
    // The form got its values from outside, from a draft, a save or somebody else's change. They
    // may stand in another order than the groups give, so each value is taken over only once.
    if (value.length > 0 && !isSameData(slotsOf(groups), value)) setGroups(timeGroups(value));
  }
  useEffect(() => describe(name, { label, show: (slots) => timesInWords(slots as Slot[]) }));
  const change = (next: TimeGroup[]) => {
    setGroups(next);
    field.onChange(slotsOf(next));
  };
  const problem = firstMessage(get(errors, name));
  if (Value)
    return (
      <Value
        name={name}
        label={label}
        shown={() => timesInWords(value)}
        error={
          problem &&
          (problem.isServer ? problem.message : fieldErrorText(problem.message, language))
        }
        wide
        isLtr={false}
      />
    );
  return (
    <div className={styles.times} role="group" aria-label={label}>
      {groups.map((group, index) => (
        <Group
          key={index}
          group={group}
          number={index + 1}
          isInvalid={problem !== undefined}
          change={(changed) => change(groups.map((one, at) => (at === index ? changed : one)))}
          remove={
            groups.length > 1
              ? () => {
                  change(groups.filter((_, at) => at !== index));
                  addButton.current?.focus();
                }
              : undefined
          }
        />
      ))}
      {problem && (
        <ErrorText role="alert" withIcon>
          {problem.isServer ? problem.message : fieldErrorText(problem.message, language)}
        </ErrorText>
      )}
      <Row>
        <Button
          icon={Plus}
          ref={addButton}
          disabled={
            value.length >= MAX_SLOTS || groups.some(({ weekdays }) => weekdays.length === 0)
          }
          onClick={() => change([...groups, blank])}
        >
          {t('addTime')}
        </Button>
      </Row>
    </div>
  );
}
