import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { Parent } from '#contract/parents.ts';
import { formatPhone } from '#contract/phone.ts';
import { MAX_GUARDIANS, type GuardianInput, type StudentInput } from '#contract/students.ts';
import { Input } from '#src/components/form/controls.ts';
import { useFormContextValue, type FieldBinding } from '#src/components/form/form-context.ts';
import { currentLanguage } from '#src/lib/i18n.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { GuardianRow } from './guardian-row.tsx';
import { useFoundParents } from './student-lookups.ts';

const nobody = { parentId: null, firstName: '', lastName: '', phone: '', relation: 'mother', isPrimaryContact: false, canPickUp: true } as const;
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

/** Finds a parent who is there already, by name or phone. */
function ParentFinder({ onUse }: { onUse: (parent: Parent) => void }) {
  const { t } = useTranslation('people');
  const id = useId();
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const { data: found } = useFoundParents(search);
  const use = (parent: Parent) => {
    setText('');
    onUse(parent);
  };
  return (
    <chakra.div width="full" display="grid" gap="1">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {t('record.findParent')}
      </chakra.label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={t('record.findParentHelp')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Here Enter does not save the form; a search is not an entry.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {text !== '' && found && (
        <chakra.div role="status" display="grid" gap="1">
          {found.length === 0 && <chakra.p color="fg.muted">{t('record.noParent')}</chakra.p>}
          {found.map((parent) => (
            <Button key={parent._id} justifyContent="space-between" flexWrap="wrap" onClick={() => use(parent)}>
              {`${nameOf(parent)} · ${formatPhone(parent.phone)}`}
              <chakra.span color="fg.muted">{t('record.useThis')}</chakra.span>
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** Who looks after a student, in the order they are to be called; one of them pays. */
export function GuardianList({ name }: FieldBinding<GuardianInput[]> & { name: 'guardians' }) {
  const { t } = useTranslation(['people', 'common']);
  const { bind, describe } = useFormContextValue();
  const { getValues, setValue, clearErrors, formState } = useFormContext<StudentInput>();
  const { fields, append, remove } = useFieldArray<StudentInput, 'guardians'>({ name });
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() =>
    describe(name, { label: t('record.field.guardians'), show: (value) => (value as GuardianInput[]).map((one) => `${nameOf(one)} ${formatPhone(one.phone)}`).join(', ') }),
  );
  const add = (guardian: Omit<GuardianInput, 'isPayer'>) => {
    // Somebody to call is there now; whether all is right the next try to save will tell.
    clearErrors(['phone', 'guardians']);
    append({ ...guardian, isPayer: fields.length === 0 });
  };
  const pays = (payer: number) =>
    getValues(name).forEach((_guardian, at) => setValue(`guardians.${at}.isPayer`, at === payer, { shouldDirty: true }));
  const error = formState.errors.guardians?.root ?? formState.errors.guardians;
  const text = error?.message && (error.type === 'server' ? error.message : fieldErrorText(error.message, currentLanguage()));
  const isFull = fields.length >= MAX_GUARDIANS;
  return (
    <chakra.div gridColumn="1 / -1" display="grid" gap="3" justifyItems="start">
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
        <ParentFinder onUse={({ _id, firstName, lastName, phone }) => add({ ...nobody, parentId: _id, firstName, lastName, phone })} />
      )}
      <Button ref={addButton} disabled={isFull} data-invalid={text ? true : undefined} onClick={() => add(nobody)}>
        <Plus aria-hidden />
        {t('record.addGuardian')}
      </Button>
      {text && (
        <chakra.p role="alert" color="fg.error" fontWeight="medium">
          {text}
        </chakra.p>
      )}
    </chakra.div>
  );
}
