import { useQuery } from '@tanstack/react-query';
import { papers, type PaperKind } from '#contract/paper-code.ts';
import type { Paper, PaperPrint } from '#contract/papers.ts';
import { api } from '#src/lib/request/api.ts';
import { saveOnce, withIdempotency, type SaveResult } from '#src/lib/request/save.ts';

/** A paper by its kind and the id of its receipt, else of its order. */
export type PaperRef = { kind: PaperKind; id: string };

const pathOf = ({ kind, id }: PaperRef) => `${papers.path}/${kind}/${id}`;

export const fetchPaper = (of: PaperRef) => api.get<Paper>(pathOf(of), { quiet: true });

/** A paper whole, read anew each time: what is still due changes. */
export const usePaper = (of: PaperRef | undefined) =>
  useQuery({
    queryKey: ['papers', of?.kind, of?.id],
    queryFn: () => (of ? fetchPaper(of) : Promise.reject(new Error('No paper'))),
    enabled: of !== undefined,
    gcTime: 0,
  });

/** Counts a print and says which copy it is. */
export const countPrint = (of: PaperRef): Promise<SaveResult<PaperPrint>> =>
  saveOnce((key) =>
    api.post<PaperPrint>(`${pathOf(of)}/print`, {}, { ...withIdempotency(key), quiet: true }),
  );
