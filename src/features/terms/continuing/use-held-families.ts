import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type {
  Answered,
  AnswerInput,
  HeldFamilies,
  HeldPlace,
} from '#contract/classes/continuing-replies.ts';
import { pending } from '#contract/classes/pending.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { asList, type List } from '#src/offline/lists/cached-list.ts';
import { recordCopy, recordQuery } from '#src/offline/lists/cached-record.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';

const NAME = 'continuing-families';
/** No event announces that a day ends. */
const ASK_EVERY_MS = 60_000;

/** The path of everything about the continuing families of a term. */
export const continuingPath = (termId: string) => `${academicTermsList.path}/${termId}/continuing`;

/** The families of a term with their held seats, also without network. */
export function useHeldFamilies(
  termId: string,
  branchId: string | undefined,
): List<HeldFamilies> & { refresh: () => Promise<void> } {
  const client = useQueryClient();
  const copy = useMemo(() => {
    const query = branchId === undefined ? '' : `?branchId=${branchId}`;
    return {
      ...recordCopy(`${NAME}/${termId}/${branchId ?? 'all'}`, `${continuingPath(termId)}${query}`),
      mostKept: 1,
    };
  }, [termId, branchId]);
  const query = useQuery({
    ...recordQuery<HeldFamilies>(copy),
    meta: { persist: false, seatsOf: EVERY_CLASS },
    refetchInterval: ASK_EVERY_MS,
  });
  const refresh = useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [name] }) =>
          typeof name === 'string' && (name.startsWith(NAME) || name.startsWith(pending.name)),
      }),
    [client],
  );
  const { rows } = query.data ?? {};
  return { ...asList<HeldFamilies>(query, rows, rows?.length), refresh };
}

type Said = Pick<AnswerInput, 'answer'> & Partial<Pick<AnswerInput, 'reason' | 'laterOn'>>;

/** Writes an answer, or takes a no back, under one key. */
export const answerWrites = (termId: string) => ({
  answer: ({ enrolmentId, version }: HeldPlace, said: Said, key: string) =>
    api.post<Answered>(
      `${continuingPath(termId)}/answers`,
      { enrolmentId, version, ...said },
      { ...withIdempotency(key), quiet: true },
    ),
  undo: ({ enrolmentId, version }: HeldPlace, key: string) =>
    api.post<Answered>(
      `${continuingPath(termId)}/answers/undo`,
      { enrolmentId, version },
      { ...withIdempotency(key), quiet: true },
    ),
});
