import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassPlan } from '#contract/classes/class-changes.ts';
import type { ClassInput } from '#contract/classes/classes.ts';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { FieldFrame } from '#src/components/fields/field-frame.tsx';
import type { FieldBinding, FieldOf } from '#src/components/fields/form-context.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { useField } from '#src/components/fields/use-field.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { showMoney } from '#src/lib/text/money.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import type { ClassParts } from '#src/entities/class/class-parts.ts';
import { MAX_ASSISTANTS, useTyped } from './class-plan.ts';
import { useTaken } from '#src/entities/class/class-words.ts';
import { feeState } from '#src/entities/fee/fee-words.ts';
import { useAddFee } from '#src/entities/fee/use-add-fee.tsx';
import styles from './classes.module.css';

type AssistantsProps = FieldBinding<string[]> & {
  label: string;
  teachers: readonly string[];
  parts: ClassParts;
  plan: ClassPlan | undefined;
};

/** The assistants of the class: added one at a time, each with their clashes. */
function AssistantsField({ teachers, parts, plan, ...binding }: AssistantsProps) {
  const { t } = useTranslation('classes');
  const taken = useTaken(plan);
  const adder = useRef<HTMLSelectElement>(null);
  const field = useField(binding, (ids) => ids.map((id) => parts.teacherName(id)).join(', '));
  // The value is undefined in a new form whose schema has no default.
  const chosen = Array.isArray(field.value) ? field.value : [];
  const free = teachers.filter((id) => !chosen.includes(id));
  return (
    <FieldFrame {...binding} field={field} isBare>
      {(control) => (
        <Stack gap={2}>
          {chosen.map((id) => (
            <div key={id} className={styles.assistant}>
              <span>
                {parts.teacherName(id)}
                {taken(id) && <small>{taken(id)}</small>}
              </span>
              <IconButton
                icon={X}
                label={t('removeAssistant', { name: parts.teacherName(id) })}
                onClick={() => {
                  field.change(chosen.filter((other) => other !== id));
                  adder.current?.focus();
                }}
              />
            </div>
          ))}
          <InputBox>
            <select
              {...control}
              ref={adder}
              name={binding.name}
              value=""
              disabled={chosen.length >= MAX_ASSISTANTS}
              onChange={({ target }) =>
                target.value !== '' && field.change([...chosen, target.value])
              }
              onBlur={field.blur}
            >
              <option value="">{t(chosen.length === 0 ? 'noAssistants' : 'addAssistant')}</option>
              {free.map((id) => (
                <option key={id} value={id}>
                  {parts.teacherName(id)}
                </option>
              ))}
            </select>
          </InputBox>
        </Stack>
      )}
    </FieldFrame>
  );
}

type MoreProps = { field: FieldOf<ClassInput>; parts: ClassParts; plan: ClassPlan | undefined };

/** Values that few classes have: assistants, and a price of their own. */
export function MoreFields({ field, parts, plan }: MoreProps) {
  const { t } = useTranslation(['classes', 'courses']);
  const { branchId, courseId, teacherId, feeId, assistantIds } = useTyped();
  const addFee = useAddFee(courseId, branchId === '' ? null : branchId);
  const { rows: fees } = useCachedList(courseFeesList, { sort: 'name', quiet: true });
  const teachers = [...parts.teachers.values()].filter(
    (one) =>
      one._id !== teacherId &&
      one.branchIds.includes(branchId) &&
      (one.status === 'active' || assistantIds.includes(one._id)),
  );
  const ofCourse = (fees ?? []).filter(
    (fee) => fee.courseId === courseId && (fee.branchId === null || fee.branchId === branchId),
  );
  const series = new Set(
    ofCourse.filter((fee) => feeState(fee, today()) === 'now').map(({ seriesId }) => seriesId),
  );
  // Of the versions of one price the current one is offered; the class takes a later one itself.
  const own = ofCourse.filter(
    (fee) =>
      fee._id === feeId ||
      (series.has(fee.seriesId)
        ? feeState(fee, today()) === 'now'
        : fee.active && fee.replacedById === null),
  );
  return (
    <>
      <AssistantsField
        {...field('assistantIds')}
        required={false}
        label={t('assistants')}
        teachers={teachers.map(({ _id }) => _id)}
        parts={parts}
        plan={plan}
      />
      <SelectField
        {...field('feeId')}
        label={t('fee')}
        help={t('feeHelp')}
        options={own.map(({ _id, name, amount, currency, basis }) => ({
          value: _id,
          label: `${name}${DOT}${showMoney(amount, currency)} ${currency}${DOT}${t(`courses:bases.${basis}`)}`,
        }))}
        decidedBy={fees && courseId !== '' ? `${courseId} ${branchId}` : undefined}
        {...(courseId !== '' && { adding: addFee })}
      />
    </>
  );
}
