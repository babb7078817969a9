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
import { api, CancelledError, NetworkError, type RequestOptions } from '#src/lib/api.ts';
import { failureWords } from '#src/lib/failure-words.ts';
import { say } from '#src/lib/i18n.ts';
import { newIdempotencyKey } from '#src/lib/idempotency-key.ts';
import { settleWrite, settling } from '#src/lib/settle-write.ts';
import { useStore } from '#src/lib/store.ts';
import { readProgress } from '#src/lib/streamed-answer.ts';

/** Where the person is, with what is known by then. */
export type ImportStep =
  | { step: 'choose' }
  | { step: 'match'; file: ImportedFile; matching: (string | null)[] }
  | { step: 'check'; file: ImportedFile; matching: (string | null)[]; check: ImportCheck }
  | { step: 'run'; progress: ImportProgress | undefined }
  | { step: 'done'; id: string; result: ImportResult }
  | { step: 'undone'; removed: number };

/** Asks the server what became of a write whose answer was lost; fails with `error` when it cannot tell. */
async function orSettled<Answer>(key: string, error: unknown, words: { notSent: string }): Promise<Answer> {
  if (!(error instanceof NetworkError || error instanceof CancelledError)) throw error;
  const settled = await settleWrite<Answer>(key);
  if (settled.outcome === 'saved') return settled.row;
  throw new Error(settled.outcome === 'notSent' ? words.notSent : say('saveUnknown'));
}

const wordsOf = (error: unknown) => (error instanceof Error && error.constructor === Error ? error.message : failureWords(error));

const write = (key: string): RequestOptions => ({ ...settling(key), quiet: true, background: true });

/** Where the person is; a step that fails leaves them where they were, with the words for it. */
function useSteps() {
  const [at, setAt] = useState<ImportStep>({ step: 'choose' });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const attempt = async (work: () => Promise<ImportStep>) => {
    setBusy(true);
    setFailed('');
    try {
      setAt(await work());
    } catch (error) {
      setAt(at);
      setFailed(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { at, setAt, busy, failed, setFailed, attempt };
}

/** The steps of filling a list from a file; everything that judges or writes is on the server. */
export function useImport(kind: ImportKind, words: { notSent: string }) {
  const client = useQueryClient();
  const branchId = useStore(({ branch }) => branch.branchData?._id);
  const { at, setAt, busy, failed, setFailed, attempt } = useSteps();
  const page = useRef<AbortController>(undefined);
  useEffect(() => {
    page.current = new AbortController();
    return () => page.current?.abort();
  }, []);
  const refresh = () => {
    for (const name of [kind, 'parents']) void client.invalidateQueries({ queryKey: [name] });
  };

  const upload = (chosen: File) =>
    attempt(async () => {
      const body = new Blob([chosen], { type: 'application/octet-stream' });
      const query = { fileName: chosen.name.slice(-200), branchId };
      const file = await api.post<ImportedFile>(`/${kind}/imports`, body, { ...write(newIdempotencyKey()), query });
      return { step: 'match', file, matching: file.matching };
    });
  const check = (file: ImportedFile, matching: (string | null)[]) =>
    attempt(async () => {
      const options = { quiet: true, background: true, ...(page.current && { signal: page.current.signal }) };
      const found = await api.post<ImportCheck>(`/${kind}/imports/${file._id}/check`, { matching }, options);
      return { step: 'check', file, matching, check: found };
    });
  const run = (file: ImportedFile, input: ImportRunInput) => {
    setAt({ step: 'run', progress: undefined });
    return attempt(async () => {
      const key = newIdempotencyKey();
      const read = (response: Response) =>
        readProgress<ImportProgress, ImportResult>(response, (progress) => setAt({ step: 'run', progress }));
      const result = await api
        .send('POST', `/${kind}/imports/${file._id}/run`, { ...write(key), body: input }, read)
        .catch((error: unknown) => orSettled<ImportResult>(key, error, words));
      refresh();
      return { step: 'done', id: file._id, result };
    });
  };
  const undo = (id: string) =>
    attempt(async () => {
      const key = newIdempotencyKey();
      const { removed } = await api
        .post<ImportUndone>(`/${kind}/imports/${id}/undo`, {}, write(key))
        .catch((error: unknown) => orSettled<ImportUndone>(key, error, words));
      refresh();
      return { step: 'undone', removed };
    });
  const match = (file: ImportedFile, matching: (string | null)[]) => setAt({ step: 'match', file, matching });
  const restart = () => {
    setFailed('');
    setAt({ step: 'choose' });
  };
  return { at, busy, failed, upload, check, run, undo, match, restart };
}

export type ImportWork = ReturnType<typeof useImport>;
