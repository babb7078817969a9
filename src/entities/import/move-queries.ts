import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportKind } from '#contract/imports/imports.ts';
import {
  isMoveBusy,
  type Move,
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
export const moveKey = (id: string) => ['moves', 'record', id] as const;
const rowsKey = (id: string) => [...moveKey(id), 'rows'] as const;
export const unkeptMove = { meta: { persist: false } };

/** The address of the imports of a list, or of the moves of the centre. */
const pathOf = (list: ImportKind | null) => (list === null ? '/moves' : `/${list}/imports`);

export const useMove = (id: string, list: ImportKind | null) =>
  useQuery({
    queryKey: moveKey(id),
    queryFn: ({ signal }) => api.get<Move>(`${pathOf(list)}/${id}`, { signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data && isMoveBusy(state.data.state) ? ASK_EVERY_MS : false,
    ...unkeptMove,
  });

type RowsOf = { move: Move; sheetId: string; state: MovingRowState; from: number };

/** The rows of a sheet in one state; they are read anew whenever the counts of the move change. */
export function useMovingRows({ move, sheetId, state, from }: RowsOf) {
  const { _id, list } = move;
  const counts = JSON.stringify(move.sheets.find((sheet) => sheet._id === sheetId)?.counts);
  return useQuery({
    queryKey: [...rowsKey(_id), sheetId, state, from, counts],
    queryFn: ({ signal }) =>
      api.get<{ rows: MovingRow[]; total: number }>(`${pathOf(list)}/${_id}/rows`, {
        signal,
        quiet: true,
        query: { sheetId, state, from: String(from) },
      }),
    placeholderData: (before) => before,
    ...unkeptMove,
  });
}

export const moveWrite = (idempotencyKey: string): RequestOptions => ({
  ...withIdempotency(idempotencyKey),
  quiet: true,
  background: true,
});

/** The address of a write of a move. */
const writeOf = ({ _id, list }: Move, end: string) => `${pathOf(list)}/${_id}/${end}`;

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
    if (move) {
      client.setQueryData(moveKey(move._id), move);
      // A sum may change, or one of two problems go, where no count does.
      void client.invalidateQueries({
        queryKey: moveKey(move._id),
        predicate: ({ queryKey }) => queryKey.length > moveKey(move._id).length,
      });
    }
    void client.invalidateQueries({ queryKey: ['moves', 'list'] });
    return move;
  };
  return {
    isBusy,
    problem,
    act,
    kept,
    upload: (file: File, branchId: string, list: ImportKind | null) =>
      kept((once) =>
        api.post<Move>(pathOf(list), new Blob([file], { type: 'application/octet-stream' }), {
          ...moveWrite(once),
          query: { fileName: file.name.slice(-200), ...(branchId !== '' && { branchId }) },
        }),
      ),
    changeSheet: (move: Move, sheetId: string, input: MovingSheetInput) =>
      kept((once) => api.put<Move>(writeOf(move, `sheets/${sheetId}`), input, moveWrite(once))),
    mend: (move: Move, rowId: string, input: Partial<MovingRowInput>) =>
      kept((once) => api.put<Move>(writeOf(move, `rows/${rowId}`), input, moveWrite(once))),
    run: (move: Move) => kept((once) => api.post<Move>(writeOf(move, 'run'), {}, moveWrite(once))),
    check: (move: Move) =>
      kept((once) => api.post<Move>(writeOf(move, 'check'), {}, moveWrite(once))),
    stop: (move: Move) =>
      kept((once) => api.post<Move>(writeOf(move, 'stop'), {}, moveWrite(once))),
    undo: async (move: Move, others: boolean) => {
      const begun = await act((once) =>
        api.post<MoveUndoBegun>(writeOf(move, 'undo'), { others }, moveWrite(once)),
      );
      void client.invalidateQueries();
      return begun;
    },
  };
}
export type MoveActs = ReturnType<typeof useMoveActs>;
