import { useTranslation } from 'react-i18next';
import { academicTerms } from '#contract/courses/academic-terms.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { newTermInput, TermMainFields, type NewTermInput } from './term-fields.tsx';
import { useAddTerm } from './new-term.ts';

type AddTermProps = AddingProps & {
  /** Empty for a term of all branches. */
  branchIds: readonly string[];
};

/** Adds a term; its holidays and enrolment days are added on its own page. */
export function AddTerm({ branchIds, ...props }: AddTermProps) {
  const { t } = useTranslation('shell');
  const add = useAddTerm();
  const values = { branchIds: [...branchIds] } as Partial<NewTermInput>;
  return (
    <AddDialog
      {...props}
      resource={academicTerms}
      schema={newTermInput}
      title={t('page.addTerm')}
      values={values}
      send={add}
    >
      {(field) => <TermMainFields field={field} isNew />}
    </AddDialog>
  );
}
