import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ParentDuplicate } from '#contract/people/parents.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { genders, relations, type Gender, type Relation } from '#contract/people/people.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import { fetchFamily } from '#src/features/desk/desk-queries.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { takeGuardian, type MadeFamily } from '#src/features/desk/visit-people.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { LikelyFamilies, LikelyStudents } from './likely-people.tsx';
import { sameNew, useLikelyParents, useLikelyStudents } from './likely-queries.ts';
import {
  beginWith,
  birthdayOf,
  birthdayProblem,
  needsGuardian,
  problemsOf,
  toMadeFamily,
  type TypedFamily,
} from './typed-family.ts';

type TextProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  required?: boolean;
  isPhone?: boolean;
  example?: string;
  onLeave?: () => void;
};

function Text({ onChange, isPhone = false, example, onLeave, ...field }: TextProps) {
  return (
    <PlainField
      {...field}
      autoComplete="off"
      {...(isPhone && { inputMode: 'tel' as const, dir: 'ltr' })}
      placeholder={example}
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
  required?: boolean;
};

function Choice<Value extends string>({ options, onChange, ...field }: ChoiceProps<Value>) {
  return (
    <PlainSelect {...field} onChange={({ target }) => onChange(target.value as Value)}>
      {field.value === '' && <option value="" />}
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

/** The phone comes first, because a known one fills the rest. */
function GuardianFields({ typed, set, errors }: PartProps) {
  const { t } = useTranslation(['desk', 'common']);
  const required = needsGuardian(typed);
  return (
    <>
      <Text
        label={t('new.parentPhoneLabel')}
        isPhone
        required={required}
        value={typed.parentPhone}
        onChange={(parentPhone) => set({ parentPhone })}
        error={errors.parentPhone}
      />
      <Text
        label={t('new.parentFirst')}
        required={required}
        value={typed.parentFirst}
        onChange={(parentFirst) => set({ parentFirst })}
        error={errors.parentFirst}
      />
      <Text
        label={t('new.parentLast')}
        required={required}
        value={typed.parentLast}
        onChange={(parentLast) => set({ parentLast })}
        error={errors.parentLast}
      />
    </>
  );
}

function ChildFields({ typed, set, errors }: PartProps) {
  const { t } = useTranslation(['desk', 'people']);
  return (
    <>
      <Text
        label={t('people:record.field.firstName')}
        required
        value={typed.firstName}
        onChange={(firstName) => set({ firstName })}
        error={errors.firstName}
      />
      <Text
        label={t('people:record.field.lastName')}
        required
        value={typed.lastName}
        onChange={(lastName) => set({ lastName })}
        error={errors.lastName}
      />
      <Text
        label={t('people:record.field.nickname')}
        value={typed.nickname}
        onChange={(nickname) => set({ nickname })}
      />
      <Choice<Gender>
        label={t('people:record.field.gender')}
        required
        value={typed.gender}
        options={genders.map((value) => ({ value, label: t(`people:genders.${value}`) }))}
        onChange={(gender) => set({ gender })}
        error={errors.gender}
      />
      <Text
        label={t('people:record.field.dateOfBirth')}
        value={typed.birthday}
        example={showDay('2018-12-31')}
        onChange={(birthday) => set({ birthday })}
        onLeave={() => set({ birthday: showDay(birthdayOf(typed)) || typed.birthday })}
        error={errors.birthday}
      />
      <Choice<Relation>
        label={t('people:record.relation')}
        value={typed.relation}
        options={relations.map((value) => ({
          value,
          label: t(`people:record.relations.${value}`),
        }))}
        onChange={(relation) => set({ relation })}
      />
    </>
  );
}

type Guardian = { key: string; firstName: string; lastName: string; phone: string };

/** The guardian who pays for the visit, whom the new student gets. */
function payingGuardian({ payer, family, newParents }: VisitDraft): Guardian | undefined {
  if (payer?.kind !== 'parent') return undefined;
  const key = payer.parentKey;
  const known = [family?.payer, ...(family?.guardians ?? [])].find((one) => one?._id === key);
  const {
    firstName = '',
    lastName = '',
    phone = '',
  } = known ?? newParents.find((one) => one.key === key) ?? {};
  return { key, firstName, lastName, phone };
}

function useErrors(typed: TypedFamily, problems: readonly (keyof TypedFamily)[]) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const textOf = (name: keyof TypedFamily) =>
    name === 'birthday'
      ? birthdayProblem(typed, language)
      : t(
          name === 'parentPhone' && typed.parentPhone.trim() !== ''
            ? 'new.parentPhone'
            : 'new.required',
        );
  return Object.fromEntries(problems.map((name) => [name, textOf(name)])) as PartProps['errors'];
}

const isEmpty = ({ value }: HTMLInputElement) => value === '';

/** Enter goes on to the next empty field that is required; after the last one it adds. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input, select')];
  const at = fields.findIndex((field) => field === event.target);
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || at === -1) return;
  const next = fields.slice(at + 1).find((field) => field.required && isEmpty(field));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type NewStudentFormProps = {
  typed: string;
  visit: Visit;
  onAdd: (made: MadeFamily) => void;
  /** Takes a student on record instead. */
  onUse: (studentId: string) => void;
  onCancel: () => void;
};

/**
 * The form for a new student, prefilled from the search text; the student is saved with the visit.
 */
export function NewStudentForm({
  typed: text,
  visit,
  onAdd,
  onUse,
  onCancel,
}: NewStudentFormProps) {
  const { t } = useTranslation(['desk', 'people', 'common']);
  const { draft, change, branchId } = visit;
  const nameOf = usePersonName();
  const [typed, setTyped] = useState(() => beginWith(text));
  const [isTried, setTried] = useState(false);
  const [taken, setTaken] = useState<Guardian>();
  const guardian = payingGuardian(draft) ?? taken;
  const parents = useLikelyParents({ typed, branchId }, guardian !== undefined);
  const known = useLikelyStudents({ typed, branchId }, guardian?.key);
  const made = sameNew(draft, typed);
  const areFound = parents.length + known.length + made.length > 0;
  const problems = problemsOf(typed, guardian?.key);
  const errors = useErrors(typed, isTried ? problems : []);
  const set = (changes: Partial<TypedFamily>) => setTyped({ ...typed, ...changes });
  const form = useRef<HTMLFormElement>(null);
  // What is filled already is passed over, so that typing goes on.
  const focusFirstEmpty = () => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input, select') ?? [];
    [...fields].find(isEmpty)?.focus();
  };
  useEffect(focusFirstEmpty, []);
  const takeFamilyOf = async ({ _id: key, ...parent }: ParentDuplicate) => {
    // The request layer shows the error.
    const family = await fetchFamily({ parentId: key }, branchId).catch(() => undefined);
    if (!family) return;
    flushSync(() => {
      change((before) => takeGuardian(before, family));
      setTaken({ key, ...parent });
    });
    focusFirstEmpty();
  };
  const add = () => {
    flushSync(() => setTried(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    const { gender } = typed;
    if (problems.length === 0 && gender !== '')
      onAdd(
        toMadeFamily(
          { ...typed, gender },
          { guardianKey: guardian?.key, confirmedDuplicate: areFound },
        ),
      );
  };
  return (
    <form
      ref={form}
      className={cards.newKid}
      data-wide
      data-opened
      noValidate
      aria-label={t('who.new')}
      onKeyDown={goOn}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h3>{t('who.new')}</h3>
      {guardian ? (
        <p className={styles.hint} data-guardian>
          {t('people:record.guardian')}{' '}
          <b>
            <WholeWords text={nameOf(guardian)} />
          </b>{' '}
          <LeftToRight>{formatPhone(guardian.phone)}</LeftToRight>
        </p>
      ) : (
        <>
          <GuardianFields typed={typed} set={set} errors={errors} />
          <LikelyFamilies
            parents={parents}
            branchId={branchId}
            onUse={(parent) => void takeFamilyOf(parent)}
          />
        </>
      )}
      <ChildFields typed={typed} set={set} errors={errors} />
      <LikelyStudents
        known={known}
        made={made}
        onKnown={onUse}
        onMade={(childKey) => {
          change((before) => ({ ...before, childKey }));
          onCancel();
        }}
      />
      <div className={styles.row}>
        <Button data-leave onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
        {/* Taking the person who is found is the likelier act. */}
        <Button look={areFound ? 'outline' : 'solid'} type="submit">
          {t(areFound ? 'new.addAnyway' : 'new.add')}
        </Button>
      </div>
    </form>
  );
}
