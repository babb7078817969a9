import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { entries, type EnrolledRow } from '#contract/classes/enrolling.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import type { SavedBoard } from '#src/features/allocation/done-bar.tsx';
import {
  useChecks,
  useRefreshed,
  type PlannedEnrolment,
} from '#src/features/allocation/enrolling.ts';
import type { StudentPlan } from '#src/features/allocation/plan-panel.tsx';
import { useBoardPlan } from '#src/features/allocation/use-plan.ts';
import { currentName } from '#src/lib/text/person-name.ts';

type Saved = { rows: EnrolledRow[] };

const text = z._default(z.string(), '');
const student = z.object({
  _id: text,
  studentCode: text,
  firstName: text,
  lastName: text,
  firstNameEn: text,
  lastNameEn: text,
  nickname: text,
});
const row = z.object({ student, classId: text, as: z._default(z.enum(entries), 'pending') });
const schema = z.object({
  rows: z._default(z.array(row), []),
  noChargeReason: text,
  overrideReason: text,
  acceptWarnings: z._default(z.boolean(), false),
});

const blank: StudentPlan = {
  rows: [],
  noChargeReason: '',
  overrideReason: '',
  acceptWarnings: false,
};

const nameOf = ({ student }: PlannedEnrolment) => currentName(student);
const isIn = (planned: unknown, { rows }: Saved) =>
  rows.some(
    ({ studentId, classId }) =>
      studentId === (planned as PlannedEnrolment).student._id &&
      classId === (planned as PlannedEnrolment).classId,
  );

type Options = {
  board: string;
  record: string;
  isWritable: boolean;
  classCodeOf: (classId: string) => string;
};

/** The plan of students and their classes: its rows, its checks, its save and the result. */
export function useStudentPlan({ board, record, isWritable, classCodeOf }: Options) {
  const { t } = useTranslation('allocation');
  const refresh = useRefreshed();
  const [done, setDone] = useState<SavedBoard>();
  const onSaved = ({ rows }: Saved, planned: StudentPlan) => {
    const lines = rows.map(({ classId, status, waitPosition, studentId }) => {
      const who = planned.rows.find((one) => one.student._id === studentId);
      const how = [
        t(`plan.entry.${status as 'active'}`),
        waitPosition !== null && t('done.place', { place: waitPosition }),
      ]
        .filter(Boolean)
        .join(', ');
      return `${who ? nameOf(who) : ''} → ${classCodeOf(classId)}: ${how}`;
    });
    setDone({
      lines,
      undo: {
        path: '/enrolments/undo',
        body: {
          rows: rows.map(({ _id, version, studentVersion }) => ({ _id, version, studentVersion })),
        },
      },
    });
    void refresh();
  };
  const plan = useBoardPlan<StudentPlan, Saved>({
    place: { form: board, record },
    schema,
    blank,
    isWritable,
    isIn,
    onSaved,
    send: ({ rows, ...words }, key) =>
      api.post<Saved>(
        '/enrolments',
        {
          rows: rows.map(({ student: { _id: studentId }, classId, as }) => ({
            studentId,
            classId,
            as,
          })),
          ...words,
        },
        { ...withIdempotency(key), quiet: true },
      ),
    onRefused: () => void checks.refetch(),
    onSavedBefore: () => void refresh(),
  });
  const checks = useChecks(
    plan.values.rows.map(({ student: { _id: studentId }, classId, as }) => ({
      studentId,
      classId,
      as,
    })),
    true,
  );
  const put = (added: readonly PlannedEnrolment[]) => {
    const { rows } = plan.values;
    const fresh = added.filter(
      (one) =>
        !rows.some(
          (other) => other.student._id === one.student._id && other.classId === one.classId,
        ),
    );
    plan.change({ rows: [...rows, ...fresh] });
    return fresh.length;
  };
  const closeDone = () => {
    setDone(undefined);
    void refresh();
  };
  return { ...plan, checks, put, done, showDone: setDone, closeDone };
}
