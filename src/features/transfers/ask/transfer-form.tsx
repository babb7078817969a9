import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { branchNamesList } from '#contract/centre/branch-names-list.ts';
import { transfersList } from '#contract/classes/transfers-list.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { TransferTarget } from '#contract/classes/transfer-preview.ts';
import { transferReasons } from '#contract/classes/transfer-kinds.ts';
import { transferInput, type Transfer, type TransferInput } from '#contract/classes/transfers.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { SumPanel } from '#src/features/transfers/sum-panel.tsx';
import {
  useTargets,
  useTransferChanged,
  useTransferPreview,
  type Wish,
} from '#src/features/transfers/transfer-queries.ts';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { today } from '#src/lib/text/today.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { TargetField } from './target-field.tsx';
import { transferRequestPath } from '#src/entities/enrolment/place.ts';

/** The typed values so far, in the form that a price request needs. */
function useWish(enrolmentId: string): Wish & { toClassId: string; waives: boolean } {
  const [effectiveDate, keepDiscounts, toClassId, waives] = useWatch<Record<string, unknown>>({
    name: ['effectiveDate', 'keepDiscounts', 'toClassId', 'waives'],
  }) as [string | null, boolean, string | null, boolean];
  return {
    enrolmentId,
    effectiveDate: /^\d{4}-\d\d-\d\d$/.test(effectiveDate ?? '') ? (effectiveDate ?? '') : '',
    keepDiscounts,
    toClassId: toClassId ?? '',
    waives,
  };
}

/** The price beside the form, or the reason why there is none. */
function Sum({ enrolmentId }: { enrolmentId: string }) {
  const { t } = useTranslation('transfers');
  const { toClassId, waives, ...wish } = useWish(enrolmentId);
  const preview = useTransferPreview(wish, toClassId);
  if (preview.isError) {
    return <ErrorText role="alert">{readFailureText(preview.error)}</ErrorText>;
  }
  if (preview.data) return <SumPanel sums={preview.data.sums} waives={waives} />;
  return <p role="status">{t(toClassId === '' ? 'ask.chooseClass' : 'ask.looking')}</p>;
}

/** Classes of the same course come before all others. */
const sameCourseFirst = (targets: readonly TransferTarget[] | undefined, courseId: string) =>
  targets?.toSorted((a, b) => Number(b.courseId === courseId) - Number(a.courseId === courseId));

type FieldsProps = {
  field: FieldOf<TransferInput>;
  page: EnrolmentPage;
  onDirect: (isDirect: boolean) => void;
};

/** The branch whose classes are shown; a class of another branch needs the agreement of both. */
function useTargetBranch(page: EnrolmentPage) {
  const language = useLanguage();
  const { rows } = useCachedList(branchNamesList, { sort: 'branchName', quiet: true });
  const [branchId, setBranchId] = useState(page.branchId);
  return {
    branchId,
    setBranchId,
    options:
      rows
        ?.filter(({ active }) => active)
        .map((one) => ({ value: one._id, label: branchNameIn(one, language) })) ?? [],
  };
}

function Fields({ field, page, onDirect }: FieldsProps) {
  const { t } = useTranslation('transfers');
  const { setValue } = useFormContext();
  const { toClassId, waives, ...wish } = useWish(page._id);
  const { branchId, setBranchId, options } = useTargetBranch(page);
  const targets = useTargets(wish, branchId);
  const preview = useTransferPreview(wish, toClassId).data;
  const { user } = useStore();
  const mayOverride = useCan('classes:override');
  // Only the branch that is owed the difference can waive it; another branch does so when it
  // decides.
  const mayWaive =
    useCan('transfers:waive') && (branchId === page.branchId || seesAllBranches(user.role));
  const mayExecute = preview?.mayExecute ?? false;
  const difference = preview?.sums.differenceLAK;
  useEffect(() => {
    if (difference !== undefined) setValue('expectedDifference', difference);
    setValue('execute', mayExecute);
    onDirect(mayExecute);
  }, [setValue, onDirect, difference, mayExecute]);
  // A waiver or a class that is shown no longer must not be sent.
  const waivesUnseen = waives && (!mayWaive || (difference !== undefined && difference <= 0));
  useEffect(() => {
    if (waivesUnseen) setValue('waives', false);
  }, [setValue, waivesUnseen]);
  const isClassGone =
    toClassId !== '' && targets.data?.targets.every(({ classId }) => classId !== toClassId);
  useEffect(() => {
    if (isClassGone) setValue('toClassId', '');
  }, [setValue, isClassGone]);
  const clashes =
    preview?.findings.some(({ weight, check }) => weight === 'override' && check !== 'seats') ??
    false;
  return (
    <FormSection title={t('ask.section')}>
      <DateField {...field('effectiveDate')} label={t('effectiveDate')} help={t('ask.dateHelp')} />
      <SelectField
        {...field('reasonCode')}
        label={t('reasonCode')}
        options={transferReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
      <TextField {...field('reason')} label={t('ask.note')} />
      <SwitchField {...field('keepDiscounts')} label={t('ask.keepDiscounts')} />
      <PlainSelect
        label={t('ask.branch')}
        help={branchId === page.branchId ? undefined : t('ask.bothAgree')}
        value={branchId}
        onChange={({ target }) => {
          setBranchId(target.value);
          setValue('toClassId', '');
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
      {targets.isError && <ErrorText role="alert">{readFailureText(targets.error)}</ErrorText>}
      <TargetField
        {...field('toClassId')}
        label={t('ask.newClass')}
        targets={sameCourseFirst(targets.data?.targets, page.courseId)}
        asOf={targets.data?.asOf}
        mayOverride={mayOverride}
      />
      {clashes && mayOverride && (
        <TextField {...field('overrideReason')} label={t('ask.override')} />
      )}
      {mayWaive && (difference ?? 0) > 0 && (
        <SwitchField {...field('waives')} label={t('ask.waives')} />
      )}
      {mayWaive && waives && <TextField {...field('waiveReason')} label={t('ask.waiveReason')} />}
    </FormSection>
  );
}

/** The defaults of the form: today, discounts kept, and the warnings on the cards accepted. */
const fresh = (enrolmentId: string) => ({
  enrolmentId,
  toClassId: '',
  effectiveDate: today(),
  reasonCode: 'schedule' as const,
  reason: '',
  keepDiscounts: true,
  expectedDifference: 0,
  waives: false,
  waiveReason: '',
  execute: false,
  overrideReason: '',
  acceptWarnings: true,
});

/** Requests a change of class, or carries it out if the branch and the sums allow that. */
export function ClassTransferForm({ page }: { page: EnrolmentPage }) {
  const { t } = useTranslation('transfers');
  const navigate = useNavigate();
  const changed = useTransferChanged();
  const [isDirect, setDirect] = useState(false);
  const saver: Saver<TransferInput, TransferInput & Partial<Transfer>> = {
    send: (input, _row, key) =>
      renewIfRefused(
        () => api.post(transfersList.path, input, { ...withIdempotency(key), quiet: true }),
        changed,
      ),
    fetchLatest: async (input) => input,
    onConfirmed: () => void changed(),
  };
  const saved = (row: Partial<Transfer>) => {
    showToast('success', t(row.status === 'done' ? 'ask.done' : 'ask.sent'));
    void navigate(transferRequestPath(row._id ?? ''), { replace: true });
  };
  return (
    <RecordForm
      schema={transferInput}
      row={fresh(page._id)}
      action="transfers:write"
      failed={t('ask.failed')}
      draft={{ form: transfersList.name, record: page._id }}
      saver={saver}
      ways={[{ label: t(isDirect ? 'ask.execute' : 'ask.send'), values: {} }]}
      onSaved={saved}
      onCancel={() => void navigate(paths.transferClass)}
      aside={
        <Stack>
          <Sum enrolmentId={page._id} />
        </Stack>
      }
    >
      {(field) => <Fields field={field} page={page} onDirect={setDirect} />}
    </RecordForm>
  );
}
