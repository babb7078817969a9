import { useQueryClient } from '@tanstack/react-query';
import { academicTerms, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import { api } from '#src/lib/request/api.ts';
import { keepRow, listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import type { NewTermInput } from './term-fields.tsx';

/**
 * Adds a term as a draft and opens the first one of a centre on request; no pointer moves. The term
 * exists even if opening it fails; the request layer has reported the reason then.
 */
export function useAddTerm(): (
  input: NewTermInput,
  idempotencyKey: string,
) => Promise<AcademicTerm> {
  const client = useQueryClient();
  return async ({ opens, ...input }, idempotencyKey) => {
    const added = await api.post<AcademicTerm>(
      academicTerms.path,
      input,
      withIdempotency(idempotencyKey),
    );
    if (!opens) return added;
    const result = await saveOnce((key) =>
      api.post<AcademicTerm>(
        `${academicTerms.path}/${added._id}/status`,
        { version: added.version, status: 'open' },
        withIdempotency(key),
      ),
    );
    if (result.outcome !== 'saved') return added;
    await keepRow(client, academicTerms, result.row);
    void client.invalidateQueries({ queryKey: listKey(academicTerms) });
    return result.row;
  };
}
