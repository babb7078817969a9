import { useTranslation } from 'react-i18next';
import { courseFeeInput, courseFees, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { today } from '#src/lib/text/today.ts';
import { FeePrice } from './fee-fields.tsx';

type AddFeeProps = AddingProps & { courseId: string; branchId: string | null };

/** Adds a price of a course from today on; its own page has the audience and the end. */
export function AddFee({ courseId, branchId, ...props }: AddFeeProps) {
  const { t } = useTranslation(['shell', 'courses']);
  const values = {
    courseId,
    branchId,
    validFrom: today(),
    basis: 'term',
  } as Partial<CourseFeeInput>;
  return (
    <AddDialog
      {...props}
      resource={courseFees}
      schema={courseFeeInput}
      title={t('shell:page.addFee')}
      values={values}
    >
      {(field) => (
        <>
          <TextField
            {...field('name')}
            label={t('courses:feeName')}
            help={t('courses:feeNameHelp')}
          />
          <FeePrice field={field} />
        </>
      )}
    </AddDialog>
  );
}
