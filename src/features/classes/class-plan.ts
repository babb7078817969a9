import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { isDay } from '#contract/dates.ts';
import type { ClassPlan } from '#contract/classes/class-changes.ts';
import { classInput, type SchoolClass } from '#contract/classes/classes.ts';
import type { Slot } from '#contract/classes/timetable.ts';
import { api } from '#src/lib/request/api.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';

type Typed = {
  branchId: string;
  courseId: string;
  termId: string;
  startDate: string;
  endDate: string;
  slots: Slot[];
  teacherId: string | null;
  assistantIds: string[];
  roomId: string | null;
  feeId: string | null;
  capacity: number;
  changeFrom: string | null;
};

/** The most weekly times of a class. */
export const MAX_ASSISTANTS = 5;

const { slots: weekly } = classInput.shape;

const listOf = <Item>(value: Item[]): Item[] => (Array.isArray(value) ? value : []);

/** The times of the class as typed so far. */
export function useTyped(): Typed {
  const typed = useWatch() as Typed;
  // A new form holds empty text where its schema has no default.
  return { ...typed, slots: listOf(typed.slots), assistantIds: listOf(typed.assistantIds) };
}

/** True if the timetable differs from the saved one. */
export const isTimetableChanged = (typed: Typed, saved: SchoolClass): boolean =>
  (['startDate', 'endDate', 'teacherId', 'roomId'] as const).some(
    (name) => typed[name] !== saved[name],
  ) ||
  JSON.stringify([typed.slots, typed.assistantIds]) !==
    JSON.stringify([saved.slots, saved.assistantIds]);

/** Fetches the clashes from the server, once typing pauses. */
export function useClassPlan(typed: Typed, saved: SchoolClass | undefined): ClassPlan | undefined {
  const isComplete =
    isDay(typed.startDate) &&
    isDay(typed.endDate) &&
    z.safeParse(weekly, typed.slots).success &&
    z.safeParse(classInput.shape.termId, typed.termId).success;
  const from =
    saved && isDay(typed.changeFrom) && typed.changeFrom > typed.startDate
      ? typed.changeFrom
      : typed.startDate;
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
    queryFn: ({ signal }) =>
      api.get<ClassPlan>('/classes/plan', {
        query: JSON.parse(asked) as typeof query,
        signal,
        quiet: true,
      }),
    enabled: asked !== '',
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return isComplete ? plan.data : undefined;
}
