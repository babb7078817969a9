import { useState } from 'react';
import {
  MAX_LETTERS,
  type ContinuingLetter,
  type HeldFamily,
} from '#contract/classes/continuing-replies.ts';
import type { LetterWay } from '#contract/classes/continuing-words.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

type Slice = { branchId: string; payerIds: string[] };

/** Families by branch, in slices that one call takes. */
function slicesOf(families: readonly HeldFamily[]): Slice[] {
  const slices: Slice[] = [];
  for (const { branchId, payerId } of families) {
    const open = slices.find(
      (slice) => slice.branchId === branchId && slice.payerIds.length < MAX_LETTERS,
    );
    if (open) open.payerIds.push(payerId);
    else slices.push({ branchId, payerIds: [payerId] });
  }
  return slices;
}

/** Reads the letters of families, and marks them as printed or copied. */
export function useLetters(termId: string, refresh: () => Promise<void>) {
  const path = `${academicTermsList.path}/${termId}/continuing/letters`;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = async (families: readonly HeldFamily[]) => {
    setBusy(true);
    setProblem('');
    try {
      const letters: ContinuingLetter[] = [];
      for (const slice of slicesOf(families))
        letters.push(
          ...(await api.post<ContinuingLetter[]>(`${path}/preview`, slice, { quiet: true })),
        );
      return letters;
    } catch (error) {
      setProblem(readFailureText(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const mark = async (families: readonly HeldFamily[], way: LetterWay) => {
    for (const slice of slicesOf(families)) {
      const result = await saveOnce((key) =>
        api.post(path, { ...slice, way }, { ...withIdempotency(key), quiet: true }),
      );
      if (result.outcome !== 'saved') setProblem(failureText(result));
    }
    await refresh();
  };
  return { read, mark, isBusy, problem };
}
export type Letters = ReturnType<typeof useLetters>;
