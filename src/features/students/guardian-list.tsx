import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { Parent } from '#contract/people/parents.ts';
import { formatPhone, toE164 } from '#contract/people/phone.ts';
import { MAX_GUARDIANS, type GuardianInput, type StudentInput } from '#contract/people/students.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import { useFormContextValue, type FieldBinding } from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api } from '#src/lib/request/api.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { GuardianRow } from './guardian-row.tsx';

const nobody = {
  parentId: null,
  firstName: '',
  lastName: '',
  phone: '',
  relation: 'mother',
  isPrimaryContact: false,
  canPickUp: true,
} as const;
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

// Loaded lazily: the search is too large for the first load of a form.
const Picker = lazy(async () => ({
  default: (await import('#src/components/picker/picker.tsx')).Picker,
}));
const SiblingCard = lazy(async () => ({
  default: (await import('./sibling-card.tsx')).SiblingCard,
}));

type Found = Pick<Parent, '_id' | 'firstName' | 'lastName' | 'phone'>;

/** Finds an existing parent by name or phone, or starts a new one with the typed text. */
function ParentFinder({
  onUse,
  onNew,
}: {
  onUse: (parent: Found) => void;
  onNew: (typed: string) => void;
}) {
  const { t } = useTranslation('people');
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const isFormShown = useDeferredValue(true, false);
  const { data: found } = useQuery({
    queryKey: [parentsList.name, 'found', search],
    queryFn: ({ signal }) =>
      api.get<Parent[]>(parentsList.path, { query: { search, pageSize: 6 }, signal, quiet: true }),
    enabled: search.length > 1,
  });
  return (
    <Suspense fallback={<LineSkeleton height="var(--size-touch)" />}>
      {isFormShown ? (
        <>
          <SiblingCard onUse={onUse} onUnknown={setText} />
          <Picker
            label={t('record.findParent')}
            placeholder={t('record.findParentHelp')}
            search={text}
            onSearch={setText}
            // Parents of an earlier text cannot be chosen.
            choices={(search === text.trim() ? found : undefined)?.map((parent) => ({
              id: parent._id,
              label: nameOf(parent),
              detail: formatPhone(parent.phone),
            }))}
            onChoose={(id) => {
              const parent = found?.find(({ _id }) => _id === id);
              if (parent) onUse(parent);
            }}
            create={{ label: t('record.newGuardian', { name: text.trim() }), onCreate: onNew }}
          />
        </>
      ) : (
        <LineSkeleton height="var(--size-touch)" />
      )}
    </Suspense>
  );
}

/** Decides whether the typed search text is a phone or a name. */
function begunWith(typed: string) {
  const phone = toE164(typed);
  if (phone !== undefined) return { phone };
  const [firstName = '', ...rest] = typed.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** The guardians of a student, in the order in which to call them; one of them pays. */
export function GuardianList({ name }: FieldBinding<GuardianInput[]> & { name: 'guardians' }) {
  const { t } = useTranslation(['people', 'common']);
  const { bind, describe } = useFormContextValue();
  const { getValues, setValue, clearErrors } = useFormContext<StudentInput>();
  const { errors } = useFormState<StudentInput>();
  const { fields, append, remove } = useFieldArray<StudentInput, 'guardians'>({ name });
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() =>
    describe(name, {
      label: t('record.field.guardians'),
      show: (value) =>
        (value as GuardianInput[])
          .map((one) => `${nameOf(one)} ${formatPhone(one.phone)}`)
          .join(', '),
    }),
  );
  const add = (guardian: Omit<GuardianInput, 'isPayer'>) => {
    // The student has a guardian now; the next attempt to save checks the rest.
    clearErrors(['phone', 'guardians']);
    append({ ...guardian, isPayer: fields.length === 0 });
  };
  const pays = (payer: number) =>
    getValues(name).forEach((_guardian, at) =>
      setValue(`guardians.${at}.isPayer`, at === payer, { shouldDirty: true }),
    );
  const error = errors.guardians?.root ?? errors.guardians;
  const text =
    error?.message &&
    (error.type === 'server' ? error.message : fieldErrorText(error.message, currentLanguage()));
  const isFull = fields.length >= MAX_GUARDIANS;
  return (
    <Stack gap={3} isWide>
      {fields.map(({ id }, index) => (
        <GuardianRow
          key={id}
          index={index}
          field={(part) => bind(`guardians.${index}.${part}`)}
          onPays={() => pays(index)}
          onRemove={() => {
            const wasPayer = getValues(`guardians.${index}.isPayer`);
            remove(index);
            if (wasPayer) pays(0);
            addButton.current?.focus();
          }}
        />
      ))}
      {!isFull && (
        <ParentFinder
          onUse={({ _id, firstName, lastName, phone }) =>
            add({ ...nobody, parentId: _id, firstName, lastName, phone })
          }
          onNew={(typed) => add({ ...nobody, ...begunWith(typed) })}
        />
      )}
      <Row>
        {' '}
        <Button
          icon={Plus}
          ref={addButton}
          disabled={isFull}
          data-invalid={text ? true : undefined}
          onClick={() => add(nobody)}
        >
          {t('record.addGuardian')}
        </Button>
      </Row>
      <ErrorText role="alert">{text}</ErrorText>
    </Stack>
  );
}
