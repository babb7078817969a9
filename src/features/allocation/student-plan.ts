import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { entries, type EnrolledRow } from '#contract/enrolling.ts';
import { api } from '#src/lib/api.ts';
import { settling } from '#src/lib/settle-write.ts';
import type { Done } from './done-panel.tsx';
import { useChecks, useRefreshed, type Planned } from './enrolling.ts';
import type { StudentPlan } from './plan-panel.tsx';
import { usePlan } from './use-plan.ts';

type Saved = { rows: EnrolledRow[] };

const text = z._default(z.string(), '');
const student = z.object({ _id: text, studentCode: text, firstName: text, lastName: text, nickname: text });
const row = z.object({ student, classId: text, as: z._default(z.enum(entries), 'active') });
const schema = z.object({ rows: z._default(z.array(row), []), noChargeReason: text, overrideReason: text, acceptWarnings: z._default(z.boolean(), false) });

const nameOf = ({ student: { firstName, lastName } }: Planned) => `${firstName} ${lastName}`;
const isIn = (planned: unknown, { rows }: Saved) => rows.some(({ studentId, classId }) => studentId === (planned as Planned).student._id && classId === (planned as Planned).classId);

type Options = { board: string; record: string; isWritable: boolean; classCodeOf: (classId: string) => string };

/** Students who are to come into classes: planned, looked at, saved at once, and what came of it. */
export function useStudentPlan({ board, record, isWritable, classCodeOf }: Options) {
  const { t } = useTranslation('allocation');
  const refresh = useRefreshed();
  const [done, setDone] = useState<Done>();
  const [blank] = useState((): StudentPlan => ({ rows: [], noChargeReason: t('plan.noChargeStart'), overrideReason: '', acceptWarnings: false }));
  const onSaved = ({ rows }: Saved, planned: StudentPlan) => {
    const lines = rows.map(({ classId, status, waitPosition, studentId }) => {
      const who = planned.rows.find((one) => one.student._id === studentId);
      const how = [t(`plan.entry.${status as 'active'}`), waitPosition !== null && t('done.place', { place: waitPosition })].filter(Boolean).join(', ');
      return `${who ? nameOf(who) : ''} → ${classCodeOf(classId)}: ${how}`;
    });
    setDone({ lines, undo: { path: '/enrolments/undo', body: { rows: rows.map(({ _id, version, studentVersion }) => ({ _id, version, studentVersion })) } } });
    void refresh();
  };
  const plan = usePlan<StudentPlan, Saved>({
    ...{ place: { form: board, record }, schema, blank, isWritable, isIn, onSaved },
    send: ({ rows, ...words }, key) => api.post<Saved>('/enrolments', { rows: rows.map(({ student: { _id: studentId }, classId, as }) => ({ studentId, classId, as })), ...words }, { ...settling(key), quiet: true }),
    onRefused: () => void checks.refetch(),
    onSavedBefore: () => void refresh(),
  });
  const checks = useChecks(plan.values.rows.map(({ student: { _id: studentId }, classId, as }) => ({ studentId, classId, as })), true);
  const put = (added: readonly Planned[]) => {
    const { rows } = plan.values;
    const fresh = added.filter((one) => !rows.some((other) => other.student._id === one.student._id && other.classId === one.classId));
    plan.change({ rows: [...rows, ...fresh] });
    return fresh.length;
  };
  const closeDone = () => {
    setDone(undefined);
    void refresh();
  };
  return { ...plan, checks, put, done, showDone: setDone, closeDone };
}
