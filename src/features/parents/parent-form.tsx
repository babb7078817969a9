import { lazy, Suspense, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { languages } from '#contract/language.ts';
import { parents, parentInput, type ParentDuplicate, type ParentInput, type ParentRecord } from '#contract/parents.ts';
import { provinces } from '#contract/provinces.ts';
import { useConfirm } from '#src/components/feedback/confirm-dialog.tsx';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import type { FieldOf } from '#src/components/form/form-context.ts';
import { FormSection } from '#src/components/form/form-section.tsx';
import { PhoneField } from '#src/components/form/phone-field.tsx';
import { PictureField } from '#src/components/form/picture-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextAreaField, TextField } from '#src/components/form/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { api } from '#src/lib/api.ts';
import { nativeNames } from '#src/lib/native-names.ts';
import { paths } from '#src/lib/paths.ts';
import { useWholeSaver } from '#src/lib/record-saver.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';

type Field = FieldOf<ParentInput>;

// A form has to come fast; these parts ask the server before they have anything to show.
const ParentDuplicates = lazy(async () => ({ default: (await import('./parent-duplicates.tsx')).ParentDuplicates }));
const ParentChildren = lazy(async () => ({ default: (await import('./parent-children.tsx')).ParentChildren }));

function ParentFields({ field, parent, branchId }: { field: Field; parent: ParentRecord | undefined; branchId: string }) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const { options: branches } = useBranchChoice();
  const [firstName, phone] = useWatch<ParentInput, ['firstName', 'phone']>({ name: ['firstName', 'phone'] });
  return (
    <>
      <FormSection title={t('record.section.person')}>
        <TextField {...field('firstName')} label={t('record.field.firstName')} />
        <TextField {...field('lastName')} label={t('record.field.lastName')} />
        <PhoneField {...field('phone')} label={t('record.field.phone')} />
        <Suspense>{(firstName || phone) && <ParentDuplicates exceptId={parent?._id} />}</Suspense>
        <PictureField {...field('photoFileId')} label={t('record.field.photoFileId')} photoOf={branchId} />
        <TextField {...field('occupation')} label={t('record.field.occupation')} />
        <ChoiceField
          {...field('preferredLanguage')}
          label={t('record.field.preferredLanguage')}
          options={languages.map((value) => ({ value, label: nativeNames[value] }))}
        />
        {branches.length > 0 && <SelectField {...field('branchId')} required label={t('record.field.branchId')} options={branches} />}
      </FormSection>
      <Suspense>{parent && <ParentChildren parentId={parent._id} />}</Suspense>
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

/** Every field of a parent; `parent` is the one to change, none for a new one. */
export function ParentForm({ parent }: { parent: ParentRecord | undefined }) {
  const { t } = useTranslation(['people', 'common']);
  const branchId = useStore(({ user, branch }) => branch.branchData?._id ?? user.userData?.branchId ?? '');
  const schema = useMemo(() => z.extend(parentInput, { branchId: z._default(id, branchId) }), [branchId]);
  const { ask, dialog } = useConfirm();
  const isConfirmed = useRef(false);
  const saver = useWholeSaver<ParentInput, ParentRecord>(parents, () => isConfirmed.current);
  const { saved, cancel } = useBackToList(paths.parents);
  const confirm = async ({ firstName, lastName, phone }: ParentInput, row: ParentRecord | undefined): Promise<boolean> => {
    isConfirmed.current = false;
    if (row && row.firstName === firstName && row.lastName === lastName && row.phone === phone) return true;
    const query = { firstName, lastName, phone, exceptId: row?._id };
    const found = await api.get<ParentDuplicate[]>('/parents/duplicates', { query, quiet: true }).catch(() => []);
    const names = found.map((one) => `${one.firstName} ${one.lastName}`).join(', ');
    if (names === '') return true;
    const text = t('record.maybeAsk', { names });
    isConfirmed.current = await ask({ title: t('record.maybe'), text, confirm: t('record.saveAnyway'), cancel: t('record.lookAgain') });
    return isConfirmed.current;
  };
  return (
    <>
      <RecordForm
        schema={schema}
        row={parent}
        action={parents.write}
        failed={parent ? 'parentUpdate' : 'parentCreate'}
        draft={{ form: parents.name, record: parent?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={saved}
        onCancel={cancel}
      >
        {(field) => <ParentFields field={field} parent={parent} branchId={parent?.branchId ?? branchId} />}
      </RecordForm>
      {dialog}
    </>
  );
}
