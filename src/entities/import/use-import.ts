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
} from '#contract/imports/imports.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import { api, type RequestOptions } from '#src/lib/request/api.ts';
import { failureText, readFailureText, type Unsaved } from '#src/lib/request/failure-text.ts';
import { newIdempotencyKey, saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { hasSameColumns, keptMatching } from './kept-matching.ts';

/** A file that was read, with the file itself, so that another sheet of it can be taken. */
export type ReadFile = ImportedFile & { chosen: File };
type Matched = { file: ReadFile; matching: (string | null)[] };
/** The step of the import, with the data that is known by then. */
export type ImportStep =
  | { step: 'choose' }
  | ({ step: 'match' } & Matched)
  | ({ step: 'check'; check: ImportCheck; answers: SheetAnswers } & Matched)
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

/** Lets the server check every row; nothing is written. */
async function checkFile(
  kind: ImportKind,
  signal: AbortSignal | undefined,
  { file, matching, answers = {} }: Matched & { answers?: SheetAnswers | undefined },
): Promise<ImportStep> {
  const check = await api.post<ImportCheck>(
    `/${kind}/imports/${file._id}/check`,
    { matching, answers },
    { quiet: true, background: true, ...(signal && { signal }) },
  );
  return { step: 'check', file, matching, check, answers };
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

  const checked = (file: ReadFile, matching: (string | null)[], answers?: SheetAnswers) =>
    checkFile(kind, page.current?.signal, { file, matching, answers });
  /**
   * `before`: the file that this one corrects. Its columns are known, so the rows are checked at
   * once. `sheet`: the sheet that the person chose.
   */
  const upload = (chosen: File, { before, sheet }: { before?: Matched; sheet?: string } = {}) =>
    attempt(async () => {
      const body = new Blob([chosen], { type: 'application/octet-stream' });
      const query = { fileName: chosen.name.slice(-200), branchId, sheet };
      const read = await api.post<ImportedFile>(`/${kind}/imports`, body, {
        ...write(newIdempotencyKey()),
        query,
      });
      const file = { ...read, chosen };
      if (!before) return { step: 'match', file, matching: file.matching };
      const matching = keptMatching(file, before);
      return hasSameColumns(file, before)
        ? checked(file, matching)
        : { step: 'match', file, matching };
    });
  const check = (file: ReadFile, matching: (string | null)[], answers?: SheetAnswers) =>
    attempt(() => checked(file, matching, answers));
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
  const match = (file: ReadFile, matching: (string | null)[]) =>
    setAt({ step: 'match', file, matching });
  const restart = () => {
    setFailed('');
    setAt({ step: 'choose' });
  };
  return { at, busy, failed, upload, check, run, undo, match, restart };
}

export type ImportWork = ReturnType<typeof useImport>;
