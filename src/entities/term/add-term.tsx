import { useTranslation } from 'react-i18next';
import { academicTerms } from '#contract/academic-terms.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { newTermInput, TermMainFields, type NewTermInput } from './term-fields.tsx';
import { useAddTerm } from './new-term.ts';

type AddTermProps = AddingProps & {
  /** None for a term of all branches. */
  branchIds: readonly string[];
};

/** A new term; its holidays and the days of enrolment are added on its own page. */
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
