import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { academicTermInput, academicTerms, sameYearTerms, type AcademicTerm, type AcademicTermInput } from '#contract/academic-terms.ts';
import { id } from '#contract/fields.ts';
import { CheckListField } from '#src/components/form/check-list-field.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import { FormSection } from '#src/components/form/form-section.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { WarningNote } from '#src/components/page/warning-note.tsx';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { TermHolidays } from './term-holidays.tsx';
import { useOwnTerm, useTermSaver } from './term-queries.ts';
import { showDays } from './term-words.ts';

/** The terms of the same year that are taught at the same time in the same branch: allowed, and easily a slip. */
function Overlaps({ exceptId }: { exceptId: string | undefined }) {
  const { t } = useTranslation('terms');
  const { rows = [] } = useCachedList(academicTerms, { quiet: true });
  const [academicYear, startDate, endDate, branchIds] = useWatch<AcademicTermInput, ['academicYear', 'startDate', 'endDate', 'branchIds']>({
    name: ['academicYear', 'startDate', 'endDate', 'branchIds'],
  });
  const same = sameYearTerms({ academicYear, startDate, endDate, branchIds }, rows, exceptId);
  if (same.length === 0) return null;
  return (
    <WarningNote title={t('overlaps')}>
      {same.map((term) => (
        <p key={term._id}>{`${term.name} · ${showDays(term.startDate, term.endDate)}`}</p>
      ))}
    </WarningNote>
  );
}

/** The branches a term may be given; somebody of one branch gives it to that one. */
function useBranches() {
  const { options } = useBranchChoice();
  const language = useLanguage();
  const own = useStore(({ branch }) => branch.branchData);
  if (options.length > 0 || !own) return { options, own: undefined };
  return { options: [{ value: own._id, label: (language === 'lo' && own.branchNameLo) || own.branchName }], own: own._id };
}

/** Every field of a term; `term` is the one to change, none for a new one. */
export function TermForm({ term }: { term: AcademicTerm | undefined }) {
  const { t } = useTranslation('terms');
  const { saver, confirm, dialog } = useTermSaver();
  const { saved, cancel } = useBackToList(paths.terms);
  const branches = useBranches();
  const isOwn = useOwnTerm();
  const schema = useMemo(() => {
    const chosen = z._default(academicTermInput.shape.branchIds, branches.own ? [z.parse(id, branches.own)] : []);
    return z.safeExtend(academicTermInput, { branchIds: chosen }) as unknown as typeof academicTermInput;
  }, [branches.own]);
  return (
    <>
      <RecordForm
        schema={schema}
        row={term}
        action={academicTerms.write}
        locked={term && !isOwn(term.branchIds) ? t('notYours') : undefined}
        failed={term ? 'termUpdate' : 'termCreate'}
        draft={{ form: academicTerms.name, record: term?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={saved}
        onCancel={cancel}
      >
        {(field) => (
          <>
            <FormSection title={t('section.term')}>
              <TextField {...field('name')} label={t('name')} />
              <TextField {...field('academicYear')} label={t('academicYear')} help={t('academicYearHelp')} />
              <TextField {...field('code')} label={t('code')} help={t('codeHelp')} />
              <span />
              <DateField {...field('startDate')} label={t('startDate')} help={t('dateHelp')} />
              <DateField {...field('endDate')} label={t('endDate')} />
              <DateField {...field('enrolFrom')} label={t('enrolFrom')} help={t('enrolHelp')} />
              <DateField {...field('enrolTo')} label={t('enrolTo')} />
              <Overlaps exceptId={term?._id} />
            </FormSection>
            <FormSection title={t('section.branches')}>
              <CheckListField {...field('branchIds')} label={t('branches')} {...(!branches.own && { help: t('branchesHelp') })} options={branches.options} />
            </FormSection>
            <TermHolidays field={field} />
          </>
        )}
      </RecordForm>
      {dialog}
    </>
  );
}
