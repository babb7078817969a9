import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { genders } from '#contract/people/people.ts';
import {
  employmentTypes,
  teacherInput,
  teachers,
  teacherStatuses,
  type Teacher,
  type TeacherInput,
} from '#contract/people/teachers.ts';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import {
  useBranchChoice,
  useNewRecordBranchId,
  useSelectedBranchId,
} from '#src/offline/branch-choice.ts';

type Field = FieldOf<TeacherInput>;

// Loaded lazily: a form must open fast, and most teachers have no such times.
const TeacherTimes = lazy(async () => ({
  default: (await import('./teacher-times.tsx')).TeacherTimes,
}));

/**
 * The possible branches of a teacher, and the default of a new one; undefined while all branches
 * are shown.
 */
function useBranches() {
  const { options } = useBranchChoice();
  const language = useLanguage();
  const own = useStore(({ branch }) => branch.branchData);
  const selected = useSelectedBranchId();
  if (options.length > 0 || !own) return { options, selected };
  return { options: [{ value: own._id, label: branchNameIn(own, language) }], selected };
}

function Work({ field }: { field: Field }) {
  const { t } = useTranslation('teachers');
  return (
    <FormSection title={t('section.work')}>
      <SelectField
        {...field('status')}
        label={t('status')}
        options={teacherStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <DateField {...field('startDate')} label={t('startDate')} help={t('dateHelp')} />
      <SelectField
        {...field('employmentType')}
        label={t('employmentType')}
        options={employmentTypes.map((value) => ({ value, label: t(`employment.${value}`) }))}
      />
      <TextAreaField {...field('qualifications')} label={t('qualifications')} />
      <TextAreaField {...field('note')} label={t('note')} />
    </FormSection>
  );
}

/** Every field of a teacher; `teacher` is the one to change, undefined for a new one. */
export function TeacherForm({
  teacher,
  ...look
}: { teacher: Teacher | undefined } & Reads<Teacher>) {
  const { t } = useTranslation('teachers');
  const saver = useSaver(teachers);
  const branches = useBranches();
  const homeBranch = useNewRecordBranchId();
  const { saved, cancel } = useBackToList(paths.teachers);
  const schema = useMemo(() => {
    const chosen = z._default(
      teacherInput.shape.branchIds,
      branches.selected === undefined ? [] : [z.parse(id, branches.selected)],
    );
    return z.extend(teacherInput, { branchIds: chosen }) as unknown as typeof teacherInput;
  }, [branches.selected]);
  return (
    <RecordForm
      schema={schema}
      row={teacher}
      action={teachers.write}
      failed={t(teacher ? 'failed.update' : 'failed.create')}
      draft={{ form: teachers.name, record: teacher?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
      {...look}
    >
      {(field) => (
        <>
          <FormSection title={t('section.person')} {...(teacher && { hint: teacher.teacherCode })}>
            <TextField {...field('firstName')} label={t('firstName')} />
            <TextField {...field('lastName')} label={t('lastName')} />
            <TextField {...field('firstNameEn')} label={t('firstNameEn')} lang="en" />
            <TextField {...field('lastNameEn')} label={t('lastNameEn')} lang="en" />
            <ChoiceField
              {...field('gender')}
              label={t('gender')}
              options={genders.map((value) => ({ value, label: t(`genders.${value}`) }))}
            />
            <DateField {...field('dateOfBirth')} label={t('dateOfBirth')} help={t('dateHelp')} />
            <TextField {...field('nationality')} label={t('nationality')} />
            <PhoneField {...field('phone')} label={t('phone')} />
            <TextField {...field('email')} label={t('email')} type="email" />
            <PictureField
              {...field('photoFileId')}
              label={t('photo')}
              photoOf={teacher?.branchIds[0] ?? homeBranch}
            />
          </FormSection>
          <FormSection title={t('section.branches')} required>
            <CheckListField
              {...field('branchIds')}
              titled
              label={t('branches')}
              options={branches.options}
            />
          </FormSection>
          <Work field={field} />
          <Suspense>
            <TeacherTimes field={field} />
          </Suspense>
        </>
      )}
    </RecordForm>
  );
}
