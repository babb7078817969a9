import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ClassPlan, ClassReplaced } from '#contract/classes/class-changes.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { classInput, deliveryModes, type SchoolClass } from '#contract/classes/classes.ts';
import { optionalDate, optionalText } from '#contract/fields.ts';
import { DOT } from '#contract/words/dot.ts';
import type { Adding } from '#src/components/fields/add-inline.tsx';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { later } from '#src/lib/browser/later.ts';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { paths } from '#src/lib/paths.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { isOfClass } from '#src/entities/class/class-copies.ts';
import { useClassParts, type ClassParts } from '#src/entities/class/class-parts.ts';
import { isTimetableChanged, useClassPlan, useTyped } from './class-plan.ts';
import { useTaken } from '#src/entities/class/class-words.ts';
import { useAddCourse } from '#src/entities/course/adding.tsx';
import { useAddingTerm } from '#src/entities/term/use-adding-term.tsx';

// A form must open fast, so everything beside the plain fields loads a moment later.
const PlanAside = later(async () => (await import('./plan-aside.tsx')).PlanAside);
const MoreFields = lazy(async () => ({ default: (await import('./more-fields.tsx')).MoreFields }));
const KeptDialog = lazy(async () => ({ default: (await import('./kept-dialog.tsx')).KeptDialog }));
const AddRoom = lazy(async () => ({ default: (await import('./add-room.tsx')).AddRoom }));
const WeeklyTimesField = lazy(async () => ({
  default: (await import('./weekly-times-field.tsx')).WeeklyTimesField,
}));

const formInput = z.extend(classInput, {
  overrideReason: optionalText(200),
  changeFrom: optionalDate,
  opens: z._default(z.boolean(), false),
});
type FormInput = z.output<typeof formInput>;
type FormRow = SchoolClass & FormInput & Partial<ClassReplaced>;
type Field = FieldOf<FormInput>;

const asFormRow = (row: SchoolClass): FormRow => ({
  ...row,
  overrideReason: '',
  changeFrom: null,
  opens: false,
});

function useClassSaver(): Saver<FormInput, FormRow> {
  const client = useQueryClient();
  return {
    send: async (input, row, key) => {
      const { _id, version } = row ?? {};
      return asFormRow(
        await (_id === undefined
          ? api.post<SchoolClass>(classesList.path, input, withIdempotency(key))
          : api.put<SchoolClass>(
              `${classesList.path}/${_id}`,
              { ...input, version },
              withIdempotency(key),
            )),
      );
    },
    fetchLatest: async (_input, row) =>
      asFormRow(await api.get<SchoolClass>(`${classesList.path}/${row._id}`)),
    onConfirmed: ({
      overrideReason: _reason,
      changeFrom: _from,
      opens: _opens,
      sessionsChangedByHand: _unchanged,
      ...row
    }) => keepRow(client, classesList, row),
  };
}

/**
 * Fills in the values that follow from the course, the term and the room, unless somebody has typed
 * others.
 */
function Prefill({ parts }: { parts: ClassParts }) {
  const { courseId, termId, roomId } = useTyped();
  const { getValues, setValue, resetField, getFieldState } =
    useFormContext<Record<string, unknown>>();
  const branchId = useNewRecordBranchId();
  const filled = useRef(new Map<string, unknown>());
  const limits = [
    parts.courses.get(courseId)?.defaultCapacity,
    parts.rooms.get(roomId ?? '')?.capacity,
  ].filter((seats) => typeof seats === 'number');
  const capacity = limits.length === 0 ? undefined : Math.min(...limits);
  const { startDate, endDate, status } = parts.terms.get(termId) ?? {};
  useEffect(() => {
    if (!getValues('branchId')) setValue('branchId', branchId);
  }, [branchId, getValues, setValue]);
  useEffect(() => {
    for (const [name, value] of Object.entries({ capacity, startDate, endDate })) {
      const now = getValues(name);
      const isUntouched =
        now === '' || now === null || now === undefined || now === filled.current.get(name);
      if (value === undefined || value === null || !isUntouched) continue;
      filled.current.set(name, value);
      // Values that follow from the only course and the only term are defaults, not changes by the
      // person.
      if (['courseId', 'termId', 'roomId'].some((one) => getFieldState(one).isDirty))
        setValue(name, value, { shouldDirty: true });
      else resetField(name, { defaultValue: value });
    }
  }, [capacity, startDate, endDate, getValues, setValue, resetField, getFieldState]);
  const isTermOpen = status === 'open' || status === 'running';
  useEffect(() => {
    // It follows the term only until the person has chosen otherwise.
    if (!getFieldState('opens').isDirty) resetField('opens', { defaultValue: isTermOpen });
  }, [isTermOpen, resetField, getFieldState]);
  return null;
}

function AboutSection({ field, parts }: { field: Field; parts: ClassParts }) {
  const { t } = useTranslation('classes');
  const branches = useBranchChoice();
  const terms = [...parts.terms.values()].filter(
    ({ status }) => status !== 'closed' && status !== 'archived',
  );
  const courses = [...parts.courses.values()].filter(({ active }) => active);
  const [addCourse, addTerm] = [useAddCourse(), useAddingTerm()];
  return (
    <FormSection title={t('section.about')}>
      {branches.options.length > 0 && (
        <SelectField {...field('branchId')} label={t('branch')} options={branches.options} />
      )}
      <SelectField
        {...field('courseId')}
        label={t('course')}
        options={courses.map(({ _id, code }) => ({
          value: _id,
          label: `${code}${DOT}${parts.courseName(_id)}`,
        }))}
        adding={addCourse}
      />
      <SelectField
        {...field('termId')}
        label={t('term')}
        options={terms.map(({ _id, name, academicYear }) => ({
          value: _id,
          label: `${name}${DOT}${academicYear}`,
        }))}
        adding={addTerm}
      />
      <SwitchField {...field('opens')} label={t('opens')} help={t('opensHelp')} />
      <Prefill parts={parts} />
    </FormSection>
  );
}

function TimesSection({
  field,
  saved,
  plan,
}: {
  field: Field;
  saved: SchoolClass | undefined;
  plan: ClassPlan | undefined;
}) {
  const { t } = useTranslation('classes');
  const typed = useTyped();
  const earliest = plan?.earliestChange;
  return (
    <FormSection title={t('section.times')}>
      <DateField {...field('startDate')} label={t('startDate')} />
      <DateField {...field('endDate')} label={t('endDate')} />
      <Suspense>
        <WeeklyTimesField {...field('slots')} label={t('times')} />
      </Suspense>
      {saved && isTimetableChanged(typed, saved) && (
        <DateField
          {...field('changeFrom')}
          label={t('changeFrom')}
          help={
            earliest ? t('changeFromNotBefore', { day: showDay(earliest) }) : t('changeFromHelp')
          }
        />
      )}
    </FormSection>
  );
}

type PlannedProps = { field: Field; parts: ClassParts; plan: ClassPlan | undefined };

function PlaceSection({ field, parts, plan }: PlannedProps) {
  const { t } = useTranslation('classes');
  const { branchId, teacherId, roomId } = useTyped();
  const taken = useTaken(plan);
  // Loaded after the form itself, because few classes have these.
  const isShown = useDeferredValue(true, false);
  const about = (whoId: string | null) => {
    const help = taken(whoId);
    return help === undefined ? {} : { help };
  };
  const addRoom: Adding = {
    label: t('rooms.add'),
    action: 'rooms:write',
    dialog: (props) => <AddRoom {...props} branchId={branchId} />,
  };
  const rooms = [...parts.rooms.values()].filter(
    (room) => room.branchId === branchId && (room.active || room._id === roomId),
  );
  const teachers = [...parts.teachers.values()].filter(
    ({ _id, branchIds, status }) =>
      branchIds.includes(branchId) && (status === 'active' || _id === teacherId),
  );
  return (
    <FormSection title={t('section.place')}>
      <SelectField
        {...field('teacherId')}
        label={t('teacher')}
        {...about(teacherId)}
        options={teachers.map(({ _id }) => ({ value: _id, label: parts.teacherName(_id) }))}
        decidedBy={parts.teachers.size > 0 ? branchId : undefined}
      />
      <SelectField
        {...field('roomId')}
        label={t('room')}
        {...about(roomId)}
        options={rooms.map(({ _id, name, capacity }) => ({
          value: _id,
          label: t('roomOption', { name, count: capacity }),
        }))}
        decidedBy={parts.rooms.size > 0 ? branchId : undefined}
        adding={addRoom}
      />
      <NumberField {...field('capacity')} label={t('capacity')} />
      <NumberField {...field('minStudents')} label={t('minStudents')} />
      <ChoiceField
        {...field('deliveryMode')}
        label={t('deliveryMode')}
        options={deliveryModes.map((value) => ({ value, label: t(`delivery.${value}`) }))}
      />
      <Suspense>{isShown && <MoreFields field={field} parts={parts} plan={plan} />}</Suspense>
      <TextAreaField {...field('note')} label={t('note')} />
    </FormSection>
  );
}

/** An admin may override the objections; everybody else is only told. */
function OverrideSection({ field, plan, parts }: PlannedProps) {
  const { t } = useTranslation('classes');
  const mayOverride = useCan('classes:override');
  const { errors } = useFormState();
  const { termId, startDate, endDate } = useTyped();
  const term = parts.terms.get(termId);
  const isOutside = term !== undefined && (startDate < term.startDate || endDate > term.endDate);
  const isRefused = Object.values(errors).some((error) => error?.type === 'server');
  const isNeeded = isOutside || (plan?.clashes.length ?? 0) > 0 || isRefused;
  if (!mayOverride || !isNeeded) return null;
  return (
    <FormSection title={t('section.override')} hint={t('overrideHint')}>
      <TextField {...field('overrideReason')} label={t('overrideReason')} />
    </FormSection>
  );
}

type FieldsProps = { field: Field; saved: SchoolClass | undefined; parts: ClassParts };

function Fields({ field, saved, parts }: FieldsProps) {
  const plan = useClassPlan(useTyped(), saved);
  return (
    <>
      {!saved && <AboutSection field={field} parts={parts} />}
      <TimesSection field={field} saved={saved} plan={plan} />
      <PlaceSection field={field} parts={parts} plan={plan} />
      <OverrideSection field={field} plan={plan} parts={parts} />
    </>
  );
}

/** Every field of a class; `saved` is the one to change, undefined for a new one. */
export function ClassForm({
  saved,
  aside,
  ...look
}: { saved: SchoolClass | undefined } & Pick<Reads<FormRow>, 'aside' | 'locked'>) {
  const { t } = useTranslation('classes');
  const parts = useClassParts();
  const saver = useClassSaver();
  const { saved: backToList, cancel } = useBackToList(paths.allocateClasses);
  const [told, setTold] = useState<{
    _id: string;
    sessionsChangedByHand: ClassReplaced['sessionsChangedByHand'];
  }>();
  const savedAs = ({ classCode, status }: FormRow) =>
    t(status === 'open' ? 'savedOpen' : 'savedDraft', { classCode });
  const client = useQueryClient();
  const tellKept = ({ _id, sessionsChangedByHand = [] }: FormRow) => {
    // The page of the class has a copy of its own, with the sessions that may have moved.
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfClass(_id, queryKey[0]) });
    if (sessionsChangedByHand.length > 0) setTold({ _id, sessionsChangedByHand });
  };
  return (
    <>
      <RecordForm
        schema={formInput}
        row={saved && asFormRow(saved)}
        action={classesList.write}
        failed={t(saved ? 'failed.update' : 'failed.create')}
        draft={{ form: classesList.name, record: saved?._id ?? 'new' }}
        saver={saver}
        onSaved={(row) => backToList({ _id: row._id, name: savedAs(row) })}
        onCancel={cancel}
        {...look}
        {...(saved && { reads: { onSaved: tellKept } })}
        aside={
          <>
            <Suspense>
              <PlanAside saved={saved} parts={parts} />
            </Suspense>
            {aside}
          </>
        }
      >
        {(field) => <Fields field={field} saved={saved} parts={parts} />}
      </RecordForm>
      <Suspense>{told && <KeptDialog row={told} onClose={() => setTold(undefined)} />}</Suspense>
    </>
  );
}
