import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { centreExports, type CentreExport } from '#contract/imports/centre-exports.ts';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

/** An export takes seconds to minutes; while one is running the list is asked for again. */
const ASK_EVERY_MS = 2000;
const key = [centreExports.name];

export const useCentreExports = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<CentreExport[]>(centreExports.path, { signal, quiet: true }),
    meta: { persist: false },
    refetchInterval: ({ state }) =>
      state.data?.some((row) => row.state === 'running') === true ? ASK_EVERY_MS : false,
  });

/** Begins an export, and downloads one. After a failure the page says why. */
export function useCentreExportActs() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const start = async (password: string) => {
    setBusy(true);
    setProblem('');
    const result = await saveOnce((idempotencyKey) =>
      api.post<Pick<CentreExport, '_id'>>(
        centreExports.path,
        { password },
        { ...withIdempotency(idempotencyKey), quiet: true, background: true },
      ),
    );
    if (result.outcome !== 'saved') setProblem(failureText(result));
    await client.invalidateQueries({ queryKey: key });
    setBusy(false);
  };
  const download = async ({ _id, fileName }: CentreExport) => {
    setBusy(true);
    setProblem('');
    try {
      const read = (response: Response) => response.blob();
      const path = `${centreExports.path}/${_id}/file`;
      saveFile(await api.send('GET', path, { quiet: true }, read), fileName);
    } catch (error) {
      setProblem(readFailureText(error));
      await client.invalidateQueries({ queryKey: key });
    }
    setBusy(false);
  };
  return { isBusy, problem, start, download };
}

export type CentreExportActs = ReturnType<typeof useCentreExportActs>;
