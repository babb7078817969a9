import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { languages } from '#contract/language.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import { parentInput, type ParentInput, type ParentRecord } from '#contract/people/parents.ts';
import { provinces } from '#contract/people/provinces.ts';
import { studentsList } from '#contract/people/students-list.ts';
import { studentLookup } from '#contract/people/student-words.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { useIsReading, type FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useDuplicateQuestion } from '#src/entities/person/duplicate-queries.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { paths } from '#src/lib/paths.ts';
import { detailSaver } from '#src/lib/request/detail-saver.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';

type Field = FieldOf<ParentInput>;

const shownIn = [studentsList, studentLookup];

// A form must open fast, so a part that first asks the server loads later.
const ParentDuplicates = lazy(async () => ({
  default: (await import('./parent-duplicates.tsx')).ParentDuplicates,
}));

/** Looks for a record of the same person while somebody types. */
function Duplicates({ exceptId }: { exceptId: string | undefined }) {
  const [firstName, phone] = useWatch<ParentInput, ['firstName', 'phone']>({
    name: ['firstName', 'phone'],
  });
  if (useIsReading() || !(firstName || phone)) return null;
  return (
    <Suspense>
      <ParentDuplicates exceptId={exceptId} />
    </Suspense>
  );
}

function ParentFields({
  field,
  parent,
  branchId,
}: {
  field: Field;
  parent: ParentRecord | undefined;
  branchId: string;
}) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const { options: branches } = useBranchChoice();
  return (
    <>
      <FormSection title={t('record.section.person')}>
        <TextField {...field('firstName')} label={t('record.field.firstName')} />
        <TextField {...field('lastName')} label={t('record.field.lastName')} />
        <PhoneField {...field('phone')} label={t('record.field.phone')} />
        <Duplicates exceptId={parent?._id} />
        <PictureField
          {...field('photoFileId')}
          label={t('record.field.photoFileId')}
          photoOf={branchId}
        />
        <TextField {...field('occupation')} label={t('record.field.occupation')} />
        <ChoiceField
          {...field('preferredLanguage')}
          label={t('record.field.preferredLanguage')}
          options={languages.map((value) => ({ value, label: nativeNames[value] }))}
        />
        {branches.length > 0 && (
          <SelectField
            {...field('branchId')}
            required
            label={t('record.field.branchId')}
            options={branches}
          />
        )}
      </FormSection>
      <FormSection title={t('record.section.contact')}>
        <PhoneField {...field('phone2')} label={t('record.field.phone2')} />
        <TextField {...field('whatsapp')} label={t('record.field.whatsapp')} />
        <TextField {...field('line')} label={t('record.field.line')} />
        <TextField {...field('facebook')} label={t('record.field.facebook')} />
        <TextField {...field('email')} label={t('record.field.email')} type="email" />
        <TextField {...field('village')} label={t('record.field.village')} />
        <TextField {...field('district')} label={t('record.field.district')} />
        <SelectField
          {...field('provinceCode')}
          label={t('record.field.provinceCode')}
          options={provinces.map(({ code, [language]: label }) => ({ value: code, label }))}
        />
      </FormSection>
      <FormSection title={t('record.section.more')}>
        <TextAreaField {...field('note')} label={t('record.field.note')} />
      </FormSection>
    </>
  );
}

/** Every field of a parent; `parent` is the one to change, undefined for a new one. */
export function ParentForm({
  parent,
  ...look
}: { parent: ParentRecord | undefined } & Reads<ParentRecord>) {
  const { t } = useTranslation('people');
  const branchId = useNewRecordBranchId();
  const schema = useMemo(
    () => z.extend(parentInput, { branchId: z._default(id, branchId) }),
    [branchId],
  );
  const { ask, dialog } = useConfirm();
  const duplicates = useDuplicateQuestion(ask);
  const client = useQueryClient();
  const saver = detailSaver<ParentInput, ParentRecord>(
    client,
    parentsList,
    duplicates.confirmed,
    shownIn,
  );
  const { saved, cancel } = useBackToList(paths.parents);
  return (
    <>
      <RecordForm
        schema={schema}
        row={parent}
        action={parentsList.write}
        failed={t(parent ? 'parents.failed.update' : 'parents.failed.create')}
        draft={{ form: parentsList.name, record: parent?._id ?? 'new' }}
        saver={saver}
        confirm={duplicates.confirmParent}
        onSaved={saved}
        onCancel={cancel}
        {...look}
      >
        {(field) => (
          <ParentFields field={field} parent={parent} branchId={parent?.branchId ?? branchId} />
        )}
      </RecordForm>
      {dialog}
    </>
  );
}
