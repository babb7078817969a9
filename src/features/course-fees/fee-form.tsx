import { lazy, Suspense, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  courseFeeInput,
  courseFees,
  prorations,
  type CourseFee,
  type CourseFeeInput,
} from '#contract/courses/course-fees.ts';
import { date, id } from '#contract/fields.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/text/today.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useAddCourse } from '#src/entities/course/adding.tsx';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { FeePrice } from '#src/entities/fee/fee-fields.tsx';

// Loaded lazily: the form must open fast, and only some prices show these fields.
const FeeHistory = lazy(async () => ({ default: (await import('./fee-history.tsx')).FeeHistory }));
const FeeExceptions = lazy(async () => ({
  default: (await import('./fee-exceptions.tsx')).FeeExceptions,
}));
const FeeNotes = lazy(async () => ({ default: (await import('./fee-notes.tsx')).FeeNotes }));
const ProRataSum = lazy(async () => ({ default: (await import('./pro-rata-sum.tsx')).ProRataSum }));

type Field = FieldOf<CourseFeeInput>;

function Price({ field }: { field: Field }) {
  const { t } = useTranslation('courses');
  const { rows, names } = useCourseNames();
  const prorate = useWatch<CourseFeeInput, 'prorate'>({ name: 'prorate' });
  return (
    <FormSection title={t('section.fee')}>
      <SelectField
        {...field('courseId')}
        label={t('course')}
        options={[...names].map(([value, label]) => ({ value, label }))}
        adding={useAddCourse()}
      />
      <TextField {...field('name')} label={t('feeName')} help={t('feeNameHelp')} />
      <FeePrice field={field} />
      <ChoiceField
        {...field('prorate')}
        label={t('prorate')}
        options={prorations.map((value) => ({ value, label: t(`prorations.${value}`) }))}
      />
      <Suspense>{prorate === 'sessions' && <ProRataSum courses={rows} />}</Suspense>
    </FormSection>
  );
}

/** A price for one branch, one term or some students only; most prices leave this empty. */
function Exceptions({ field }: { field: Field }) {
  const { t } = useTranslation('courses');
  const narrowed = useWatch<CourseFeeInput, ['branchId', 'termId', 'priceCategory']>({
    name: ['branchId', 'termId', 'priceCategory'],
  });
  const [isOpen, open] = useState(false);
  if (!isOpen && !narrowed.some(Boolean)) {
    return (
      <Row isWide>
        <Button wraps onClick={() => open(true)}>
          {t('exceptions')}
        </Button>
      </Row>
    );
  }
  return (
    <Suspense>
      <FeeExceptions field={field} />
    </Suspense>
  );
}

function Notes({ fee }: { fee: CourseFee | undefined }) {
  const courseId = useWatch<CourseFeeInput, 'courseId'>({ name: 'courseId' });
  return <Suspense>{courseId !== '' && <FeeNotes fee={fee} />}</Suspense>;
}

/** The defaults of a new price: its course, valid from today, for the selected branch. */
function useSchema(courseId: string | undefined, branchId: string | null) {
  return useMemo(() => {
    const { shape } = courseFeeInput;
    const from = {
      validFrom: z._default(shape.validFrom, z.parse(date, today())),
      branchId: z._default(z.nullable(id), branchId),
    };
    const course = courseId === undefined ? {} : { courseId: z._default(shape.courseId, courseId) };
    // A default changes the type of the field's input, but not of its output.
    return z.safeExtend(courseFeeInput, { ...from, ...course } as unknown as Pick<
      typeof shape,
      'validFrom'
    >);
  }, [courseId, branchId]);
}

type FeeFormProps = { fee: CourseFee | undefined; courseId: string | undefined; list: string };

/** Every field of a price; `fee` is the one to change, undefined for a new one of the course. */
export function FeeForm({ fee, courseId, list }: FeeFormProps) {
  const { t } = useTranslation('courses');
  const saver = useSaver(courseFees);
  const { saved, cancel } = useBackToList(list);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ user }) => user.userData?.branchId ?? null);
  const schema = useSchema(courseId, useSelectedBranchId() ?? null);
  const { rows: fees } = useCachedList(courseFees, { sort: '-createdAt', quiet: true });
  const versions = fees?.filter(({ seriesId }) => seriesId === fee?.seriesId) ?? [];
  const isReplaced = fee !== undefined && fee.replacedById !== null;
  const isForeign = fee !== undefined && !isWide && fee.branchId !== own;
  return (
    <RecordForm
      schema={schema}
      row={fee}
      action={courseFees.write}
      locked={isReplaced ? t('feeReplaced') : isForeign ? t('feeAdmins') : undefined}
      failed={t(fee ? 'failed.fee.update' : 'failed.fee.create')}
      draft={{ form: courseFees.name, record: fee?._id ?? `new-${courseId ?? ''}` }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
      aside={
        versions.length > 1 && (
          <Suspense>
            <FeeHistory versions={versions} />
          </Suspense>
        )
      }
    >
      {(field) => (
        <>
          <Price field={field} />
          <FormSection title={t('section.validity')}>
            <Exceptions field={field} />
            <DateField {...field('validFrom')} label={t('validFrom')} help={t('dateHelp')} />
            <DateField {...field('validTo')} label={t('validTo')} help={t('validToHelp')} />
            <SwitchField {...field('active')} label={t('feeInUse')} />
            {!isReplaced && <Notes fee={fee} />}
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
