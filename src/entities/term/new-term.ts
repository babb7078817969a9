import { useQueryClient } from '@tanstack/react-query';
import { academicTerms, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { termPointers } from '#contract/courses/term-rules.ts';
import { api } from '#src/lib/request/api.ts';
import { keepRow, listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import type { NewTermInput } from './term-fields.tsx';

/**
 * Adds a term and, on request, opens it and makes it the current one and the one for enrolment. The
 * term exists even if opening it fails; the request layer has reported the reason then.
 */
export function useAddTerm(): (
  input: NewTermInput,
  idempotencyKey: string,
) => Promise<AcademicTerm> {
  const client = useQueryClient();
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const mayPoint = useCan('academic-terms:point');
  return async ({ opens, ...input }, idempotencyKey) => {
    const added = await api.post<AcademicTerm>(
      academicTerms.path,
      input,
      withIdempotency(idempotencyKey),
    );
    if (!opens) return added;
    const write = (what: 'status' | 'point', body: object) =>
      saveOnce((key) =>
        api.post<AcademicTerm>(
          `${academicTerms.path}/${added._id}/${what}`,
          body,
          withIdempotency(key),
        ),
      );
    let result = await write('status', { version: added.version, status: 'open' });
    const points = mayPoint && (isWide || added.branchIds.length === 0) ? termPointers : [];
    for (const pointer of points)
      if (result.outcome === 'saved') result = await write('point', { pointer });
    if (result.outcome !== 'saved') return added;
    await keepRow(client, academicTerms, result.row);
    void client.invalidateQueries({ queryKey: listKey(academicTerms) });
    return result.row;
  };
}
