import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import {
  academicTermInput,
  type AcademicTerm,
  type AcademicTermInput,
} from '#contract/courses/academic-terms.ts';
import { id } from '#contract/fields.ts';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { newTermInput, TermMainFields } from '#src/entities/term/term-fields.tsx';
import { asRow, useOwnTerm, useTermSaver } from './term-queries.ts';

// Loaded lazily: empty for a new record.
const Overlaps = lazy(async () => ({
  default: (await import('./term-overlaps.tsx')).TermOverlaps,
}));
const HolidayRows = lazy(async () => ({
  default: (await import('./holiday-rows.tsx')).HolidayRows,
}));

function Overlap({ exceptId }: { exceptId: string | undefined }) {
  const [from, to] = useWatch<AcademicTermInput, ['startDate', 'endDate']>({
    name: ['startDate', 'endDate'],
  });
  return <Suspense>{from !== '' && to !== '' && <Overlaps exceptId={exceptId} />}</Suspense>;
}

function Holidays({ field }: { field: FieldOf<AcademicTermInput> }) {
  const { t } = useTranslation('terms');
  const [from, to, listed] = useWatch<AcademicTermInput, ['startDate', 'endDate', 'holidays']>({
    name: ['startDate', 'endDate', 'holidays'],
  });
  const hasDays = from !== '' && to !== '';
  return (
    <FormSection title={t('section.holidays')} hint={t('holidaysHint')}>
      {hasDays || listed.length > 0 ? (
        <Suspense>
          <HolidayRows field={field} />
        </Suspense>
      ) : (
        <p>{t('holidaysLater')}</p>
      )}
    </FormSection>
  );
}

/**
 * The possible branches of a term, and the default of a new one; undefined while all branches are
 * shown.
 */
function useBranches() {
  const { options } = useBranchChoice();
  const language = useLanguage();
  const own = useStore(({ branch }) => branch.branchData);
  const selected = useSelectedBranchId();
  if (options.length > 0 || !own) return { options, selected, isNarrow: false };
  return {
    options: [{ value: own._id, label: branchNameIn(own, language) }],
    selected,
    isNarrow: true,
  };
}

/** Ticks the branches of the term before for a new one; for all branches none is ticked. */
function BranchesBefore() {
  const { rows } = useCachedList(academicTermsList, { quiet: true });
  const { getFieldState, resetField } = useFormContext<AcademicTermInput>();
  const before = rows?.toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
  useEffect(() => {
    if (before && !getFieldState('branchIds').isDirty)
      resetField('branchIds', { defaultValue: before.branchIds });
  }, [before, getFieldState, resetField]);
  return null;
}

/** Every field of a term; `term` is the one to change, undefined for a new one. */
export function TermForm({ term }: { term: AcademicTerm | undefined }) {
  const { t } = useTranslation('terms');
  const { saver, confirm, dialog } = useTermSaver();
  const row = useMemo(() => term && asRow(term), [term]);
  const { saved, cancel } = useBackToList(paths.terms);
  const branches = useBranches();
  const isOwn = useOwnTerm();
  // People of one branch see it as text, because the checkboxes would show only their own branch,
  // unchecked.
  const isForAll = branches.isNarrow && term?.branchIds.length === 0;
  const schema = useMemo(() => {
    const chosen = z._default(
      academicTermInput.shape.branchIds,
      branches.selected === undefined ? [] : [z.parse(id, branches.selected)],
    );
    return z.safeExtend(newTermInput, { branchIds: chosen }) as unknown as typeof newTermInput;
  }, [branches.selected]);
  return (
    <>
      <RecordForm
        schema={schema}
        row={row}
        action={academicTermsList.write}
        locked={term && !isOwn(term.branchIds) ? t('notYours') : undefined}
        failed={t(term ? 'failed.update' : 'failed.create')}
        draft={{ form: academicTermsList.name, record: term?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={saved}
        onCancel={cancel}
      >
        {(field) => (
          <>
            <FormSection title={t('section.term')}>
              <TermMainFields field={field} isNew={!term} />
              <DateField {...field('enrolFrom')} label={t('enrolFrom')} help={t('enrolHelp')} />
              <DateField {...field('enrolTo')} label={t('enrolTo')} />
              <Overlap exceptId={term?._id} />
            </FormSection>
            <FormSection title={t('section.branches')} required={!isForAll && branches.isNarrow}>
              {isForAll ? (
                <p>{t('allBranches')}</p>
              ) : (
                <>
                  {!term && !branches.isNarrow && <BranchesBefore />}
                  <CheckListField
                    {...field('branchIds')}
                    titled
                    required={branches.isNarrow}
                    label={t('branches')}
                    {...(!branches.isNarrow && { help: t('branchesHelp') })}
                    options={branches.options}
                  />
                </>
              )}
            </FormSection>
            <Holidays field={field} />
          </>
        )}
      </RecordForm>
      {dialog}
    </>
  );
}
