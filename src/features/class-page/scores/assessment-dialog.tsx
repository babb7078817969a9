import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  assessmentInput,
  assessmentStatuses,
  assessmentTypes,
  unlockScoresInput,
  type Assessment,
  type AssessmentInput,
} from '#contract/classes/assessments.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { NumberField, ScoreField } from '#src/components/fields/number-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { copiedScores } from '#src/entities/class/class-copies.ts';
import styles from './scores.module.css';

type Props = {
  classId: string;
  row: Assessment | undefined;
  others: readonly Assessment[];
  mayWrite: boolean;
  onClose: () => void;
};

const unlockForm = z.pick(unlockScoresInput, { reason: true });

/** The defaults of a new assessment. */
const blank = (weight: number) =>
  ({ name: '', type: 'quiz', maxScore: 20, weight, date: null, status: 'open' }) as const;

/** Runs after a successful save. */
function useSaved({ classId, onClose }: Pick<Props, 'classId' | 'onClose'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async () => {
    showToast('success', t('saved'));
    await client.invalidateQueries({ queryKey: listKey(copiedScores(classId)) });
    onClose();
  };
}

/** A locked assessment allows only unlocking, with a reason. */
function UnlockDialog({
  row,
  classId,
  onClose,
}: Pick<Props, 'classId' | 'onClose'> & { row: Assessment }) {
  const { t } = useTranslation('class-page');
  const mayUnlock = useCan('assessments:unlock');
  const onSaved = useSaved({ classId, onClose });
  return (
    <DialogForm
      title={row.name}
      description={t('scores.isLocked')}
      schema={unlockForm}
      values={{ reason: '' }}
      submit={t('scores.unlock')}
      isWritable={mayUnlock}
      send={({ reason }, key) =>
        api.post<Assessment>(
          `/assessments/${row._id}/unlock`,
          { version: row.version, reason },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(field) => mayUnlock && <TextField {...field('reason')} label={t('scores.unlockReason')} />}
    </DialogForm>
  );
}

/** The weight, and the sum of all weights of the class. */
function WeightField({ field, others }: { field: FieldOf<AssessmentInput>; others: number }) {
  const { t } = useTranslation('class-page');
  const weight = useWatch<AssessmentInput, 'weight'>({ name: 'weight' });
  return (
    <NumberField
      {...field('weight')}
      label={t('scores.field.weight')}
      help={t('scores.weights', { sum: others + (Number.isInteger(weight) ? weight : 0) })}
    />
  );
}

/** Adds an assessment or changes it; the weights of the class are shown as they add up. */
export function AssessmentDialog({ classId, row, others, mayWrite, onClose }: Props) {
  const { t } = useTranslation(['class-page', 'common']);
  const onSaved = useSaved({ classId, onClose });
  const sum = others.reduce((total, one) => total + one.weight, 0);
  if (row?.status === 'locked')
    return <UnlockDialog row={row} classId={classId} onClose={onClose} />;
  const send = (input: AssessmentInput, key: string) => {
    const options = { ...withIdempotency(key), quiet: true };
    return row
      ? api.put<Assessment>(`/assessments/${row._id}`, { ...input, version: row.version }, options)
      : api.post<Assessment>(`/classes/${classId}/assessments`, input, options);
  };
  return (
    <DialogForm
      title={row ? row.name : t('scores.add')}
      schema={assessmentInput}
      values={row ?? blank(Math.min(100 - sum, 20))}
      submit={t('common:action.save')}
      isWritable={mayWrite}
      send={send}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(field) => (
        <div className={styles.fields}>
          <TextField {...field('name')} label={t('scores.field.name')} />
          <SelectField
            {...field('type')}
            label={t('scores.field.type')}
            options={assessmentTypes.map((value) => ({ value, label: t(`scores.types.${value}`) }))}
          />
          <SelectField
            {...field('status')}
            label={t('scores.field.status')}
            options={assessmentStatuses.map((value) => ({
              value,
              label: t(`scores.states.${value}`),
            }))}
          />
          <ScoreField {...field('maxScore')} label={t('scores.field.maxScore')} />
          <WeightField field={field} others={sum} />
          <DateField {...field('date')} label={t('scores.field.date')} />
        </div>
      )}
    </DialogForm>
  );
}
