import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isRefused,
  MAX_CONTINUING,
  type ChosenPlace,
  type ContinuingHeld,
  type ContinuingPreview,
  type ContinuingUndo,
} from '#contract/classes/continuing.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { pending } from '#contract/classes/pending.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

const NAME = 'continuing';

/** Where the students of one term go on in another: the proposals, the choices and the write. */
export function useContinuing(termId: string, fromTermId: string | undefined, branchId: string) {
  const client = useQueryClient();
  const path = `${academicTermsList.path}/${termId}/continuing`;
  const [choices, setChoices] = useState<ReadonlyMap<string, ChosenPlace>>(new Map());
  const [done, setDone] = useState<ContinuingHeld>();
  const rows = [...choices.values()];
  const preview = useQuery({
    queryKey: [NAME, termId, fromTermId, branchId, rows],
    queryFn: ({ signal }) =>
      api.post<ContinuingPreview>(`${path}/preview`, { fromTermId, branchId, rows }, { signal }),
    enabled: fromTermId !== undefined,
    // Classes are opened and seats are sold on other pages.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const found = preview.data?.rows ?? [];
  const refused = found.filter((row) => row.toClassId !== null && isRefused(row));
  const ready = found
    .filter((row) => row.toClassId !== null && !isRefused(row))
    .slice(0, MAX_CONTINUING);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: [NAME] });
    void client.invalidateQueries({ queryKey: listKey(classesList) });
    void client.invalidateQueries({ queryKey: [pending.name] });
  };
  return {
    preview,
    found,
    refused,
    ready,
    done,
    choose: (place: ChosenPlace) => setChoices(new Map(choices).set(place.enrolmentId, place)),
    /** Sends what is shown; after a refusal the rows that no longer fit are marked. */
    hold: async (until: string, key: string) => {
      const body = {
        fromTermId,
        branchId,
        until,
        rows: ready.map(({ enrolmentId, toClassId, waits }) => ({ enrolmentId, toClassId, waits })),
      };
      try {
        return await api.post<ContinuingHeld>(path, body, withIdempotency(key));
      } catch (error) {
        await refresh();
        throw error;
      }
    },
    /** What an undo of all holds would take back, before anything is written. */
    lookBack: () =>
      api.post<ContinuingUndo>(`${path}/undo/preview`, { fromTermId, branchId }, { quiet: true }),
    undo: async () => {
      const result = await saveOnce((key) =>
        api.post<ContinuingUndo>(`${path}/undo`, { fromTermId, branchId }, withIdempotency(key)),
      );
      setDone(undefined);
      await refresh();
      return result.outcome === 'saved' ? result.row : undefined;
    },
    held: async (answer: ContinuingHeld) => {
      setDone(answer);
      setChoices(new Map());
      await refresh();
    },
  };
}
