import { Trash2 } from 'lucide-react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import { toE164 } from '#contract/people/phone.ts';
import { relations } from '#contract/people/people.ts';
import type { GuardianInput, StudentInput } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { FieldGroup } from '#src/components/kit/field-group.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { DuplicateLine, DuplicateNote } from '#src/entities/person/duplicate-note.tsx';
import { useParentDuplicates, type NamedParent } from '#src/entities/person/duplicate-queries.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Possible duplicates of the new parent in this row; choosing one replaces it. */
function ParentDuplicates({
  row,
  onUse,
}: {
  row: NamedParent;
  onUse: (parent: NamedParent & { _id: string }) => void;
}) {
  const { t } = useTranslation('people');
  const named = {
    firstName: useSettled(row.firstName),
    lastName: useSettled(row.lastName),
    phone: useSettled(toE164(row.phone) ?? ''),
  };
  const same = useParentDuplicates(named, named.phone !== '' || named.lastName !== '');
  if (same.length === 0) return null;
  return (
    <DuplicateNote>
      {same.map((one) => (
        <DuplicateLine key={one._id} text={`${fullName(one)}${DOT}${one.phone}`}>
          <Button onClick={() => onUse(one)}>{t('record.useThis')}</Button>
        </DuplicateLine>
      ))}
    </DuplicateNote>
  );
}

type GuardianRowProps = {
  index: number;
  field: FieldOf<GuardianInput>;
  onRemove: () => void;
  onPays: () => void;
};

/** One guardian: the person, the relation to the child, and the duties. */
export function GuardianRow({ index, field, onRemove, onPays }: GuardianRowProps) {
  const { t } = useTranslation(['people', 'common']);
  const { getValues, setValue } = useFormContext<StudentInput>();
  const { errors } = useFormState<StudentInput>();
  const row = useWatch<StudentInput, `guardians.${number}`>({ name: `guardians.${index}` });
  const problem = errors.guardians?.[index]?.parentId;
  const name = fullName(row) || t('record.guardian');
  const use = ({ _id, firstName, lastName, phone }: NamedParent & { _id: string }) =>
    setValue(
      `guardians.${index}`,
      { ...getValues(`guardians.${index}`), parentId: _id, firstName, lastName, phone },
      { shouldDirty: true },
    );
  return (
    <FieldGroup
      legend={`${t('record.guardian')} ${index + 1}`}
      foot={
        <>
          <Tick type="radio" name="guardian-payer" checked={row.isPayer} onChange={onPays}>
            {t('record.isPayer')}
          </Tick>
          <SwitchField {...field('isPrimaryContact')} label={t('record.isPrimaryContact')} />
          <SwitchField {...field('canPickUp')} label={t('record.canPickUp')} />
          <Button icon={Trash2} look="ghost" tone="danger" onClick={onRemove}>
            {t('common:form.removeItem', { item: name })}
          </Button>
        </>
      }
    >
      {row.parentId === null ? (
        <>
          <TextField {...field('firstName')} label={t('record.field.firstName')} />
          <TextField {...field('lastName')} label={t('record.field.lastName')} />
        </>
      ) : (
        <p data-invalid={problem ? true : undefined} tabIndex={problem ? -1 : undefined}>
          <strong>
            <WholeWords text={name} />
          </strong>
          {problem && (
            <ErrorText as="span">
              {problem.type === 'server'
                ? problem.message
                : fieldErrorText(problem.message ?? '', currentLanguage())}
            </ErrorText>
          )}
        </p>
      )}
      <PhoneField {...field('phone')} label={t('record.field.phone')} />
      <SelectField
        {...field('relation')}
        label={t('record.relation')}
        options={relations.map((value) => ({ value, label: t(`record.relations.${value}`) }))}
      />
      {row.parentId === null && <ParentDuplicates row={row} onUse={use} />}
    </FieldGroup>
  );
}
