import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { formatPhone, toE164 } from '#contract/people/phone.ts';
import { genders, relations, type Gender, type Relation } from '#contract/people/people.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { DuplicateLine, DuplicateNote } from '#src/entities/person/duplicate-note.tsx';
import {
  useParentDuplicates,
  useStudentDuplicates,
} from '#src/entities/person/duplicate-queries.ts';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import type { MadeFamily } from '#src/features/desk/visit-people.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import {
  beginWith,
  birthdayOf,
  birthdayProblem,
  problemsOf,
  toMadeFamily,
  type TypedFamily,
} from './typed-family.ts';

type TextProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  isPhone?: boolean;
  example?: string;
  onLeave?: () => void;
};

function Text({ label, value, onChange, error, isPhone = false, example, onLeave }: TextProps) {
  return (
    <PlainField
      label={label}
      error={error}
      autoComplete="off"
      {...(isPhone && { inputMode: 'tel' as const, dir: 'ltr' })}
      placeholder={example}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
    />
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  error?: string | undefined;
};

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  error,
}: ChoiceProps<Value>) {
  return (
    <PlainSelect
      label={label}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
    >
      {value === '' && <option value="" />}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </PlainSelect>
  );
}

type PartProps = {
  typed: TypedFamily;
  set: (changes: Partial<TypedFamily>) => void;
  errors: Partial<Record<keyof TypedFamily, string>>;
};

function GuardianFields({ typed, set, errors }: PartProps) {
  const { t } = useTranslation(['desk', 'common']);
  return (
    <>
      <Text
        label={t('new.parentFirst')}
        value={typed.parentFirst}
        onChange={(parentFirst) => set({ parentFirst })}
        error={errors.parentFirst}
      />
      <Text
        label={t('new.parentLast')}
        value={typed.parentLast}
        onChange={(parentLast) => set({ parentLast })}
        error={errors.parentLast}
      />
      <Text
        label={t('new.parentPhoneLabel')}
        isPhone
        value={typed.parentPhone}
        onChange={(parentPhone) => set({ parentPhone })}
        error={errors.parentPhone}
      />
    </>
  );
}

type LikelyProps = {
  typed: TypedFamily;
  hasGuardian: boolean;
  onFound: (areFound: boolean) => void;
  onUse: (person: Pick<DeskPerson, 'kind' | '_id'>) => void;
};

/**
 * Existing people who look like the typed student or guardian, each with a button to use them
 * instead.
 */
function Likely({ typed, hasGuardian, onFound, onUse }: LikelyProps) {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  const [firstName, lastName, parentFirst, parentLast, phone] = [
    useSettled(typed.firstName),
    useSettled(typed.lastName),
    useSettled(typed.parentFirst),
    useSettled(typed.parentLast),
    useSettled(typed.parentPhone),
  ];
  const students = useStudentDuplicates({
    firstName,
    lastName,
    dateOfBirth: birthdayOf(typed),
    phone: '',
  });
  const parents = useParentDuplicates(
    { firstName: parentFirst, lastName: parentLast, phone: toE164(phone) ?? '' },
    !hasGuardian && parentLast !== '',
  );
  const found = [
    ...students.map((one) => ({
      kind: 'student' as const,
      _id: one._id,
      text: `${nameOf(one)}${DOT}${one.studentCode}`,
    })),
    ...parents.map((one) => ({
      kind: 'parent' as const,
      _id: one._id,
      text: `${one.firstName} ${one.lastName}${DOT}${formatPhone(one.phone)}`,
    })),
  ];
  const areFound = found.length > 0;
  useEffect(() => onFound(areFound), [areFound, onFound]);
  if (!areFound) return null;
  return (
    <DuplicateNote>
      {found.map((one) => (
        <DuplicateLine key={one._id} text={one.text}>
          <Button onClick={() => onUse(one)}>{t('new.useThis')}</Button>
        </DuplicateLine>
      ))}
    </DuplicateNote>
  );
}

type NewStudentFormProps = {
  typed: string;
  draft: VisitDraft;
  onAdd: (made: MadeFamily) => void;
  onUse: LikelyProps['onUse'];
  onCancel: () => void;
};

/**
 * The form for a new student, prefilled from the search text; the student is saved with the visit.
 */
export function NewStudentForm({
  typed: text,
  draft,
  onAdd,
  onUse,
  onCancel,
}: NewStudentFormProps) {
  const { t } = useTranslation(['desk', 'people', 'common']);
  const [typed, setTyped] = useState(() => beginWith(text));
  const [isTried, setTried] = useState(false);
  const [areFound, setFound] = useState(false);
  const language = useLanguage();
  const guardianKey = draft.payer?.kind === 'parent' ? draft.payer.parentKey : undefined;
  const problems = problemsOf(typed, guardianKey);
  const errors = isTried
    ? Object.fromEntries(
        problems.map((name) => [
          name,
          name === 'birthday'
            ? birthdayProblem(typed, language)
            : t(
                name === 'parentPhone' && typed.parentPhone.trim() !== ''
                  ? 'new.parentPhone'
                  : 'new.required',
              ),
        ]),
      )
    : {};
  const set = (changes: Partial<TypedFamily>) => setTyped({ ...typed, ...changes });
  const form = useRef<HTMLFormElement>(null);
  // Its search text fills some fields, so the first empty one is where typing goes on.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input, select') ?? [];
    [...fields].find(({ value }) => value === '')?.focus();
  }, []);
  const add = () => {
    flushSync(() => setTried(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    const { gender } = typed;
    if (problems.length === 0 && gender !== '')
      onAdd(toMadeFamily({ ...typed, gender }, { guardianKey, confirmedDuplicate: areFound }));
  };
  return (
    <form
      ref={form}
      className={cards.newKid}
      data-wide
      aria-label={t('who.new')}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h3>{t('who.new')}</h3>
      <Text
        label={t('people:record.field.firstName')}
        value={typed.firstName}
        onChange={(firstName) => set({ firstName })}
        error={errors['firstName']}
      />
      <Text
        label={t('people:record.field.lastName')}
        value={typed.lastName}
        onChange={(lastName) => set({ lastName })}
        error={errors['lastName']}
      />
      <Text
        label={t('people:record.field.nickname')}
        value={typed.nickname}
        onChange={(nickname) => set({ nickname })}
      />
      <Choice<Gender>
        label={t('people:record.field.gender')}
        value={typed.gender}
        options={genders.map((value) => ({ value, label: t(`people:genders.${value}`) }))}
        onChange={(gender) => set({ gender })}
        error={errors['gender']}
      />
      <Text
        label={t('people:record.field.dateOfBirth')}
        value={typed.birthday}
        example={showDay('2018-12-31')}
        onChange={(birthday) => set({ birthday })}
        onLeave={() => set({ birthday: showDay(birthdayOf(typed)) || typed.birthday })}
        error={errors['birthday']}
      />
      {guardianKey === undefined && <GuardianFields typed={typed} set={set} errors={errors} />}
      <Choice<Relation>
        label={t('people:record.relation')}
        value={typed.relation}
        options={relations.map((value) => ({
          value,
          label: t(`people:record.relations.${value}`),
        }))}
        onChange={(relation) => set({ relation })}
      />
      <Likely
        typed={typed}
        hasGuardian={guardianKey !== undefined}
        onFound={setFound}
        onUse={onUse}
      />
      <div className={styles.row}>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
        <Button look="solid" type="submit">
          {t(areFound ? 'new.addAnyway' : 'new.add')}
        </Button>
      </div>
    </form>
  );
}
