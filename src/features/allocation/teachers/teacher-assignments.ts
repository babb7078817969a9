import { useState } from 'react';
import * as z from 'zod/mini';
import type { Assigned } from '#contract/classes/allocation.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import type { SavedBoard } from '#src/features/allocation/done-bar.tsx';
import { useRefreshed } from '#src/features/allocation/enrolling.ts';
import { useBoardPlan } from '#src/features/allocation/use-plan.ts';

/** A class with its planned teacher, or none, and its teacher at the time of planning. */
export type PlannedClass = {
  classId: string;
  classCode: string;
  version: number;
  teacherBefore: string | null;
  teacherId: string | null;
};
/** The plan, and the reason to accept clashes. */
export type TeacherPlanValues = { rows: readonly PlannedClass[]; overrideReason: string };

const text = z._default(z.string(), '');
const maybe = z._default(z.nullable(z.string()), null);
const row = z.object({
  classId: text,
  classCode: text,
  version: z._default(z.number(), 0),
  teacherBefore: maybe,
  teacherId: maybe,
});
const schema = z.object({ rows: z._default(z.array(row), []), overrideReason: text });
const blank: TeacherPlanValues = { rows: [], overrideReason: '' };

type Options = {
  record: string;
  isWritable: boolean;
  all: readonly SchoolClass[] | undefined;
  lineOf: (row: PlannedClass) => string;
};

/** The planned changes of teachers: the rows, their save and the result. */
export function useAssignments({ record, isWritable, all, lineOf }: Options) {
  const refresh = useRefreshed();
  const [done, setDone] = useState<SavedBoard>();
  const [refused, setRefused] = useState<Assigned['rows']>([]);
  /** The class as it is now, if somebody has changed its teacher since. */
  const changedSince = ({ classId, teacherBefore }: PlannedClass) =>
    all?.find((one) => one._id === classId && one.teacherId !== teacherBefore);
  const versionOf = (planned: PlannedClass) =>
    changedSince(planned)
      ? planned.version
      : (all?.find(({ _id }) => _id === planned.classId)?.version ?? planned.version);
  const plan = useBoardPlan<TeacherPlanValues, Assigned>({
    place: { form: 'allocate-teachers', record },
    schema,
    blank,
    isWritable,
    send: async ({ rows, overrideReason }, key) => {
      const assignments = rows.map((one) => ({
        classId: one.classId,
        teacherId: one.teacherId,
        version: versionOf(one),
      }));
      try {
        return await api.post<Assigned>(
          '/classes/teachers',
          { assignments, overrideReason },
          { ...withIdempotency(key), quiet: true },
        );
      } catch (error) {
        if (error instanceof ApiError) setRefused((error.body.rows ?? []) as Assigned['rows']);
        throw error;
      }
    },
    isIn: (planned, saved) =>
      saved.rows.some(({ classId }) => classId === (planned as PlannedClass).classId),
    onSaved: ({ rows }, planned) => {
      const back = rows.map(({ classId, before, version }) => ({
        classId,
        teacherId: before,
        version,
      }));
      const saved = planned.rows.filter(({ classId }) =>
        rows.some((one) => one.classId === classId),
      );
      setDone({
        lines: saved.map(lineOf),
        undo: { path: '/classes/teachers', body: { assignments: back } },
      });
      setRefused([]);
      void refresh();
    },
    onRefused: () => void refresh(),
    onSavedBefore: () => void refresh(),
  });
  const give = (one: SchoolClass, teacherId: string | null) => {
    const { _id: classId, classCode, version, teacherId: teacherBefore } = one;
    const others = plan.values.rows.filter((other) => other.classId !== classId);
    plan.change({ rows: [...others, { classId, classCode, version, teacherBefore, teacherId }] });
  };
  const remove = ({ classId }: PlannedClass) =>
    plan.change({ rows: plan.values.rows.filter((other) => other.classId !== classId) });
  const closeDone = () => {
    setDone(undefined);
    void refresh();
  };
  return { ...plan, refused, changedSince, give, remove, done, closeDone };
}
