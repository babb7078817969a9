import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ClassPlan } from '#contract/class-changes.ts';
import { classInput, type SchoolClass } from '#contract/classes.ts';
import type { Slot } from '#contract/timetable.ts';
import { api } from '#src/lib/api.ts';
import { useSettled } from '#src/lib/use-settled.ts';

type Typed = { branchId: string; courseId: string; termId: string; startDate: string; endDate: string; slots: Slot[]; teacherId: string | null; assistantIds: string[]; roomId: string | null; feeId: string | null; capacity: number; changeFrom: string | null };

/** As many as a class may have. */
export const MAX_ASSISTANTS = 5;

const { startDate: day, slots: weekly } = classInput.shape;
/** Whether a field of a day holds one. */
export const isDay = (text: unknown): text is string => z.safeParse(day, text).success;

const listOf = <Item>(value: Item[]): Item[] => (Array.isArray(value) ? value : []);

/** What the form says of the class's time so far. */
export function useTyped(): Typed {
  const typed = useWatch() as Typed;
  // A new form holds empty text where its schema has no default.
  return { ...typed, slots: listOf(typed.slots), assistantIds: listOf(typed.assistantIds) };
}

/** Whether something of the timetable differs from what is saved. */
export const isTimetableChanged = (typed: Typed, saved: SchoolClass): boolean =>
  (['startDate', 'endDate', 'teacherId', 'roomId'] as const).some((name) => typed[name] !== saved[name]) || JSON.stringify([typed.slots, typed.assistantIds]) !== JSON.stringify([saved.slots, saved.assistantIds]);

/** Asks the server, once the typing pauses, who would be needed twice. */
export function usePlan(typed: Typed, saved: SchoolClass | undefined): ClassPlan | undefined {
  const isComplete = isDay(typed.startDate) && isDay(typed.endDate) && z.safeParse(weekly, typed.slots).success && z.safeParse(classInput.shape.termId, typed.termId).success;
  const from = saved && isDay(typed.changeFrom) && typed.changeFrom > typed.startDate ? typed.changeFrom : typed.startDate;
  const query = {
    termId: typed.termId,
    classId: saved?._id,
    from,
    to: typed.endDate,
    slots: typed.slots.map(({ weekday, start, end }) => `${weekday}/${start}/${end}`).join(','),
    teacherIds: [typed.teacherId, ...typed.assistantIds].filter(Boolean).join(','),
    roomId: typed.roomId ?? undefined,
  };
  const asked = useSettled(isComplete ? JSON.stringify(query) : '');
  const plan = useQuery({
    queryKey: ['classes', 'plan', asked],
    queryFn: ({ signal }) => api.get<ClassPlan>('/classes/plan', { query: JSON.parse(asked) as typeof query, signal, quiet: true }),
    enabled: asked !== '',
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return isComplete ? plan.data : undefined;
}
