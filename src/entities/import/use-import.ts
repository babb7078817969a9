import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  ImportCheck,
  ImportedFile,
  ImportKind,
  ImportProgress,
  ImportResult,
  ImportRunInput,
  ImportUndone,
} from '#contract/imports.ts';
import { api, type RequestOptions } from '#src/lib/request/api.ts';
import { failureText, readFailureText, type Unsaved } from '#src/lib/request/failure-text.ts';
import { newIdempotencyKey, saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { hasSameColumns, keptMatching } from './kept-matching.ts';

/** The step of the import, with the data that is known by then. */
export type ImportStep =
  | { step: 'choose' }
  | { step: 'match'; file: ImportedFile; matching: (string | null)[] }
  | { step: 'check'; file: ImportedFile; matching: (string | null)[]; check: ImportCheck }
  | { step: 'run'; progress: ImportProgress | undefined }
  | { step: 'done'; id: string; result: ImportResult }
  | { step: 'undone'; removed: number };

const write = (key: string): RequestOptions => ({
  ...withIdempotency(key),
  quiet: true,
  background: true,
});

/** The current step; after a failure the person stays on it, with the error. */
function useSteps() {
  const [at, setAt] = useState<ImportStep>({ step: 'choose' });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const attempt = async (work: () => Promise<ImportStep | Unsaved>) => {
    setBusy(true);
    setFailed('');
    try {
      const next = await work();
      setAt('step' in next ? next : at);
      if ('outcome' in next) setFailed(failureText(next));
    } catch (error) {
      setAt(at);
      setFailed(readFailureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { at, setAt, busy, failed, setFailed, attempt };
}

/** The steps of an import; the server does all checking and writing. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient();
  const branchId = useNewRecordBranchId();
  const { at, setAt, busy, failed, setFailed, attempt } = useSteps();
  const page = useRef<AbortController>(undefined);
  useEffect(() => {
    page.current = new AbortController();
    return () => page.current?.abort();
  }, []);
  const refresh = () => {
    for (const name of [kind, 'parents']) void client.invalidateQueries({ queryKey: [name] });
  };

  const checked = async (file: ImportedFile, matching: (string | null)[]): Promise<ImportStep> => {
    const options = {
      quiet: true,
      background: true,
      ...(page.current && { signal: page.current.signal }),
    };
    const found = await api.post<ImportCheck>(
      `/${kind}/imports/${file._id}/check`,
      { matching },
      options,
    );
    return { step: 'check', file, matching, check: found };
  };
  /**
   * `before`: the file that this one corrects. Its columns are known, so the rows are checked at
   * once.
   */
  const upload = (chosen: File, before?: { file: ImportedFile; matching: (string | null)[] }) =>
    attempt(async () => {
      const body = new Blob([chosen], { type: 'application/octet-stream' });
      const query = { fileName: chosen.name.slice(-200), branchId };
      const file = await api.post<ImportedFile>(`/${kind}/imports`, body, {
        ...write(newIdempotencyKey()),
        query,
      });
      if (!before) return { step: 'match', file, matching: file.matching };
      const matching = keptMatching(file, before);
      return hasSameColumns(file, before)
        ? checked(file, matching)
        : { step: 'match', file, matching };
    });
  const check = (file: ImportedFile, matching: (string | null)[]) =>
    attempt(() => checked(file, matching));
  const run = (file: ImportedFile, input: ImportRunInput) => {
    setAt({ step: 'run', progress: undefined });
    return attempt(async () => {
      const read = (response: Response) =>
        readProgress<ImportProgress, ImportResult>(response, (progress) =>
          setAt({ step: 'run', progress }),
        );
      const result = await saveOnce((key) =>
        api.send('POST', `/${kind}/imports/${file._id}/run`, { ...write(key), body: input }, read),
      );
      if (result.outcome !== 'saved') return result;
      refresh();
      return { step: 'done', id: file._id, result: result.row };
    });
  };
  const undo = (id: string) =>
    attempt(async () => {
      const result = await saveOnce((key) =>
        api.post<ImportUndone>(`/${kind}/imports/${id}/undo`, {}, write(key)),
      );
      if (result.outcome !== 'saved') return result;
      refresh();
      return { step: 'undone', removed: result.row.removed };
    });
  const match = (file: ImportedFile, matching: (string | null)[]) =>
    setAt({ step: 'match', file, matching });
  const restart = () => {
    setFailed('');
    setAt({ step: 'choose' });
  };
  return { at, busy, failed, upload, check, run, undo, match, restart };
}

export type ImportWork = ReturnType<typeof useImport>;
