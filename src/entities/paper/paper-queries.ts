import { useQuery } from '@tanstack/react-query';
import { papers, type PaperKind } from '#contract/words/paper-code.ts';
import type { Paper, PaperPrint } from '#contract/orders/papers.ts';
import { api } from '#src/lib/request/api.ts';
import { saveOnce, withIdempotency, type SaveResult } from '#src/lib/request/save.ts';

/** A paper, identified by its kind and the id of its receipt or, without one, of its order. */
export type PaperRef = { kind: PaperKind; id: string };

const pathOf = ({ kind, id }: PaperRef) => `${papers.path}/${kind}/${id}`;

export const fetchPaper = (of: PaperRef) => api.get<Paper>(pathOf(of), { quiet: true });

/** A whole paper, fetched each time because the balance changes. */
export const usePaper = (of: PaperRef | undefined) =>
  useQuery({
    queryKey: ['papers', of?.kind, of?.id],
    queryFn: () => (of ? fetchPaper(of) : Promise.reject(new Error('No paper'))),
    enabled: of !== undefined,
    gcTime: 0,
  });

/** Records a print and returns its copy number. */
export const countPrint = (of: PaperRef): Promise<SaveResult<PaperPrint>> =>
  saveOnce((key) =>
    api.post<PaperPrint>(`${pathOf(of)}/print`, {}, { ...withIdempotency(key), quiet: true }),
  );
