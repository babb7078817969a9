import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { genders } from '#contract/people/people.ts';
import { provinces } from '#contract/people/provinces.ts';
import type { StudentInput, StudentRecord } from '#contract/people/students.ts';
import { sources, studentStatuses } from '#contract/people/student-words.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import { useIsReading, type FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';

type Field = FieldOf<StudentInput>;

// A form must open fast, so parts that first ask the server load later.
const GuardianList = lazy(async () => ({
  default: (await import('./guardian-list.tsx')).GuardianList,
}));
const FamilyRows = lazy(async () => ({
  default: (await import('./family-rows.tsx')).FamilyRows,
}));
const StudentDuplicates = lazy(async () => ({
  default: (await import('./student-duplicates.tsx')).StudentDuplicates,
}));

/** Looks for a record of the same person while somebody types. */
function Duplicates({ exceptId }: { exceptId: string | undefined }) {
  const [firstName, phone] = useWatch<StudentInput, ['firstName', 'phone']>({
    name: ['firstName', 'phone'],
  });
  if (useIsReading() || !(firstName || phone)) return null;
  return (
    <Suspense>
      <StudentDuplicates exceptId={exceptId} />
    </Suspense>
  );
}

function PersonFields({ field, student }: { field: Field; student: StudentRecord | undefined }) {
  const { t } = useTranslation('people');
  const homeBranchId = useWatch<StudentInput, 'homeBranchId'>({ name: 'homeBranchId' });
  return (
    <FormSection title={t('record.section.person')}>
      <TextField {...field('firstName')} label={t('record.field.firstName')} />
      <TextField {...field('lastName')} label={t('record.field.lastName')} />
      <TextField {...field('nickname')} label={t('record.field.nickname')} />
      <DateField
        {...field('dateOfBirth')}
        label={t('record.field.dateOfBirth')}
        help={t('record.dateHelp')}
      />
      <ChoiceField
        {...field('gender')}
        label={t('record.field.gender')}
        options={genders.map((value) => ({ value, label: t(`genders.${value}`) }))}
      />
      <PictureField
        {...field('photoFileId')}
        label={t('record.field.photoFileId')}
        photoOf={homeBranchId}
      />
      <Duplicates exceptId={student?._id} />
      <TextField {...field('firstNameEn')} label={t('record.field.firstNameEn')} lang="en" />
      <TextField {...field('lastNameEn')} label={t('record.field.lastNameEn')} lang="en" />
    </FormSection>
  );
}

function ContactFields({ field }: { field: Field }) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  return (
    <FormSection title={t('record.section.contact')}>
      <PhoneField {...field('phone')} label={t('record.field.phone')} />
      <TextField {...field('email')} label={t('record.field.email')} type="email" />
      <TextField {...field('village')} label={t('record.field.village')} />
      <TextField {...field('district')} label={t('record.field.district')} />
      <SelectField
        {...field('provinceCode')}
        label={t('record.field.provinceCode')}
        options={provinces.map(({ code, [language]: label }) => ({ value: code, label }))}
      />
      <TextField {...field('nationality')} label={t('record.field.nationality')} />
      <TextField {...field('idNumber')} label={t('record.field.idNumber')} />
    </FormSection>
  );
}

function SchoolFields({ field }: { field: Field }) {
  const { t } = useTranslation('people');
  const { options: branches } = useBranchChoice();
  const status = useWatch<StudentInput, 'status'>({ name: 'status' });
  return (
    <FormSection title={t('record.section.school')}>
      <SelectField
        {...field('status')}
        required
        label={t('record.field.status')}
        options={studentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      {status === 'left' && (
        <TextField {...field('statusReason')} required label={t('record.field.statusReason')} />
      )}
      {branches.length > 0 && (
        <SelectField
          {...field('homeBranchId')}
          required
          label={t('record.field.homeBranchId')}
          options={branches}
        />
      )}
      <TextField {...field('currentSchool')} label={t('record.field.currentSchool')} />
      <TextField {...field('grade')} label={t('record.field.grade')} />
      <SelectField
        {...field('source')}
        label={t('record.field.source')}
        options={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      <TextField {...field('priceCategory')} label={t('record.field.priceCategory')} />
    </FormSection>
  );
}

/** Every field of a student, in the order a desk asks for them. */
export function StudentFields({
  field,
  student,
}: {
  field: Field;
  student: StudentRecord | undefined;
}) {
  const { t } = useTranslation('people');
  return (
    <>
      <PersonFields field={field} student={student} />
      <FormSection
        title={t('record.section.guardians')}
        hint={t('record.guardiansHint')}
        names={['guardians']}
        reading={
          student && (
            <Suspense>
              <FamilyRows student={student} />
            </Suspense>
          )
        }
      >
        <Suspense>
          <GuardianList {...field('guardians')} name="guardians" />
        </Suspense>
      </FormSection>
      <ContactFields field={field} />
      <SchoolFields field={field} />
      <FormSection title={t('record.section.more')}>
        <TextAreaField {...field('healthNote')} label={t('record.field.healthNote')} />
        <TextAreaField {...field('note')} label={t('record.field.note')} />
      </FormSection>
    </>
  );
}
