import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import type { PasswordSheet } from '#contract/imports/moved-accounts.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import type { Move, MoveRow } from '#contract/imports/moving-in.ts';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { moveKey, moveWrite, unkeptMove, useMoveActs } from '#src/entities/import/move-queries.ts';
import { api, ApiError } from '#src/lib/request/api.ts';

export const useMoves = () =>
  useQuery({
    queryKey: ['moves', 'list'],
    queryFn: ({ signal }) => api.get<MoveRow[]>('/moves', { signal, quiet: true }),
    ...unkeptMove,
  });

const comparisonKey = (id: string) => [...moveKey(id), 'comparison'] as const;

/** The old book against this one; read anew whenever somebody looks, because desks go on. */
export const useComparison = (id: string) =>
  useQuery({
    queryKey: comparisonKey(id),
    queryFn: ({ signal }) =>
      api.get<MoveComparison>(`/moves/${id}/comparison`, { signal, quiet: true }),
    ...unkeptMove,
  });

/** The act that a second superadmin has to sign before the run, if the server asks for it. */
const askedAct = (error: unknown) =>
  error instanceof ApiError && error.body.code === 'movedAccountsSignature'
    ? (error.body.rows?.[0] as ApprovedAct | undefined)
    : undefined;

/** The writes of a move of the whole centre, which has money and accounts too. */
export function useCentreMoveActs() {
  const client = useQueryClient();
  const acts = useMoveActs();
  const { act, kept } = acts;
  const { sign, dialog } = useSigning();
  return {
    ...acts,
    dialog,
    run: (move: Move) => {
      // The button is off while it waits, and loses the focus by that.
      const opener = document.activeElement;
      return kept(async (once) => {
        const send = (approvalToken: string | null) =>
          api.post<Move>(`/moves/${move._id}/run`, { approvalToken }, moveWrite(once));
        try {
          return await send(null);
        } catch (error) {
          const asked = askedAct(error);
          const token = asked && (await sign(asked, (error as ApiError).message, opener));
          if (!token) throw error;
          return send(token);
        }
      });
    },
    /** Writes what was seen; if the sums have changed since, the page shows the new ones. */
    writeMoney: async ({ _id }: Move, password: string, code: string) => {
      const begun = await kept((once) =>
        api.post<Move>(`/moves/${_id}/money`, { password, code }, moveWrite(once)),
      );
      if (!begun) await client.invalidateQueries({ queryKey: moveKey(_id) });
    },
    /** The passwords are in this answer alone, so it is put into no cache. */
    makePasswords: ({ _id }: Move) =>
      act((once) => api.post<PasswordSheet>(`/moves/${_id}/passwords`, {}, moveWrite(once))),
    /** Signs what was seen; if the sums have changed since, the page shows the new ones. */
    sign: async (id: string, code: string) => {
      const signed = await act((once) =>
        api.post<MoveComparison>(`/moves/${id}/sign`, { code }, moveWrite(once)),
      );
      if (signed) client.setQueryData(comparisonKey(id), signed);
      else await client.invalidateQueries({ queryKey: comparisonKey(id) });
    },
  };
}
export type CentreMoveActs = ReturnType<typeof useCentreMoveActs>;
