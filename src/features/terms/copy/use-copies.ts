import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isCopyable,
  type CopiedClasses,
  type CopyChange,
  type CopyPreview,
} from '#contract/classes/class-copies.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

const NAME = 'class-copies';

/** The copies of the classes of one term into another: the preview, the choices and the write. */
export function useCopies(termId: string, fromTermId: string) {
  const client = useQueryClient();
  const branchId = useSelectedBranchId();
  const path = `${academicTermsList.path}/${termId}/copies`;
  const [changes, setChanges] = useState<ReadonlyMap<string, CopyChange>>(new Map());
  // Classes that somebody ticked or unticked by hand.
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<CopiedClasses>();
  const [isSaving, setSaving] = useState(false);
  const rows = [...changes.values()];
  const preview = useQuery({
    queryKey: [NAME, termId, fromTermId, branchId, rows],
    queryFn: ({ signal }) =>
      api.post<CopyPreview>(`${path}/preview`, { fromTermId, branchId, rows }, { signal }),
    // Classes, teachers and holidays change on other pages.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const found = preview.data?.rows ?? [];
  const isTicked = (classId: string) => {
    const row = found.find((one) => one.classId === classId);
    return row !== undefined && isCopyable(row) && (ticks.get(classId) ?? row.copies.length === 0);
  };
  const chosen = found.filter(({ classId }) => isTicked(classId));
  const changeOf = (classId: string): CopyChange =>
    changes.get(classId) ?? { classId, goesUp: false, endsWithTerm: false };
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: [NAME] });
    void client.invalidateQueries({ queryKey: listKey(classesList) });
  };
  const send = async <Answer>(to: string, body: object): Promise<Answer | undefined> => {
    setSaving(true);
    const result = await saveOnce((key) => api.post<Answer>(to, body, withIdempotency(key)));
    setSaving(false);
    await refresh();
    return result.outcome === 'saved' ? result.row : undefined;
  };
  return {
    preview,
    found,
    chosen,
    done,
    isSaving,
    isTicked,
    branchId,
    refresh,
    change: (classId: string, part: Partial<CopyChange>) =>
      setChanges(new Map(changes).set(classId, { ...changeOf(classId), ...part })),
    tick: (classId: string, isOn: boolean) => setTicks(new Map(ticks).set(classId, isOn)),
    copy: async () => {
      const rowOf = ({ classId, copies }: (typeof chosen)[number]): CopyChange => ({
        ...changeOf(classId),
        copiesSeen: copies.length,
      });
      const body = { fromTermId, rows: chosen.map(rowOf) };
      const answer = await send<CopiedClasses>(path, body);
      if (!answer) return;
      setTicks(new Map());
      setDone(answer);
    },
    undo: async (copyId: string) => {
      if (await send<{ removed: number }>(`${path}/undo`, { copyId })) setDone(undefined);
    },
  };
}
