import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasswordSheet } from '#contract/imports/moved-accounts.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import {
  isMoveBusy,
  type Move,
  type MoveRow,
  type MoveUndoBegun,
  type MovingRow,
  type MovingRowInput,
  type MovingRowState,
  type MovingSheetInput,
} from '#contract/imports/moving-in.ts';
import { api, type RequestOptions } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

/** While rows are written or taken back, the counts are asked for again. */
const ASK_EVERY_MS = 1000;
const key = (id: string) => ['moves', 'record', id] as const;
const unkept = { meta: { persist: false } };

export const useMoves = () =>
  useQuery({
    queryKey: ['moves', 'list'],
    queryFn: ({ signal }) => api.get<MoveRow[]>('/moves', { signal, quiet: true }),
    ...unkept,
  });

export const useMove = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: ({ signal }) => api.get<Move>(`/moves/${id}`, { signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data && isMoveBusy(state.data.state) ? ASK_EVERY_MS : false,
    ...unkept,
  });

const comparisonKey = (id: string) => [...key(id), 'comparison'] as const;

/** The old book against this one; read anew whenever somebody looks, because desks go on. */
export const useComparison = (id: string) =>
  useQuery({
    queryKey: comparisonKey(id),
    queryFn: ({ signal }) =>
      api.get<MoveComparison>(`/moves/${id}/comparison`, { signal, quiet: true }),
    ...unkept,
  });

type RowsOf = { move: Move; sheetId: string; state: MovingRowState; from: number };

/** The rows of a sheet in one state; they are read anew whenever the counts of the move change. */
export function useMovingRows({ move, sheetId, state, from }: RowsOf) {
  const { _id } = move;
  const counts = JSON.stringify(move.sheets.find((sheet) => sheet._id === sheetId)?.counts);
  return useQuery({
    queryKey: [...key(_id), 'rows', sheetId, state, from, counts],
    queryFn: ({ signal }) =>
      api.get<{ rows: MovingRow[]; total: number }>(`/moves/${_id}/rows`, {
        ...{ signal, quiet: true, query: { sheetId, state, from: String(from) } },
      }),
    placeholderData: (before) => before,
    ...unkept,
  });
}

const write = (idempotencyKey: string): RequestOptions => ({
  ...withIdempotency(idempotencyKey),
  ...{ quiet: true, background: true },
});

/** The writes of a move. After a failure the page stays as it is, and says why. */
export function useMoveActs() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async <Row>(work: (idempotencyKey: string) => Promise<Row>) => {
    setBusy(true);
    setProblem('');
    const result = await saveOnce(work);
    setBusy(false);
    if (result.outcome === 'saved') return result.row;
    setProblem(failureText(result));
    return undefined;
  };
  const kept = async (work: (idempotencyKey: string) => Promise<Move>) => {
    const move = await act(work);
    if (move) client.setQueryData(key(move._id), move);
    void client.invalidateQueries({ queryKey: ['moves', 'list'] });
    return move;
  };
  return {
    isBusy,
    problem,
    upload: (file: File, branchId: string) =>
      kept((once) =>
        api.post<Move>('/moves', new Blob([file], { type: 'application/octet-stream' }), {
          ...write(once),
          query: { fileName: file.name.slice(-200), ...(branchId !== '' && { branchId }) },
        }),
      ),
    changeSheet: ({ _id }: Move, sheetId: string, input: MovingSheetInput) =>
      kept((once) => api.put<Move>(`/moves/${_id}/sheets/${sheetId}`, input, write(once))),
    mend: ({ _id }: Move, rowId: string, input: Partial<MovingRowInput>) =>
      kept((once) => api.put<Move>(`/moves/${_id}/rows/${rowId}`, input, write(once))),
    run: ({ _id }: Move) => kept((once) => api.post<Move>(`/moves/${_id}/run`, {}, write(once))),
    writeMoney: ({ _id }: Move, password: string) =>
      kept((once) => api.post<Move>(`/moves/${_id}/money`, { password }, write(once))),
    /** The passwords are in this answer alone, so it is put into no cache. */
    makePasswords: ({ _id }: Move) =>
      act((once) => api.post<PasswordSheet>(`/moves/${_id}/passwords`, {}, write(once))),
    /** Signs what was seen; if the sums have changed since, the page shows the new ones. */
    sign: async (id: string, code: string) => {
      const signed = await act((once) =>
        api.post<MoveComparison>(`/moves/${id}/sign`, { code }, write(once)),
      );
      if (signed) client.setQueryData(comparisonKey(id), signed);
      else await client.invalidateQueries({ queryKey: comparisonKey(id) });
    },
    stop: ({ _id }: Move) => kept((once) => api.post<Move>(`/moves/${_id}/stop`, {}, write(once))),
    undo: async ({ _id }: Move, others: boolean) => {
      const begun = await act((once) =>
        api.post<MoveUndoBegun>(`/moves/${_id}/undo`, { others }, write(once)),
      );
      void client.invalidateQueries();
      return begun;
    },
  };
}
export type MoveActs = ReturnType<typeof useMoveActs>;
