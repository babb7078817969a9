import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { backups, type BackupList, type BackupRow } from '#contract/centre/backups.ts';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';

/** A backup takes seconds to minutes; while one is running the list is asked for again. */
const ASK_EVERY_MS = 2000;
const key = [backups.name];

export function useBackups() {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<BackupList>(backups.path, { signal, quiet: true }),
    meta: { persist: false },
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => row.state === 'running') ? ASK_EVERY_MS : false,
  });
  const { data } = query;
  // The list comes after the page, so the browser could not go to the address's part of it.
  const isHere = data !== undefined;
  useEffect(() => {
    if (isHere && window.location.hash === `#${backups.name}`)
      document.getElementById(backups.name)?.scrollIntoView();
  }, [isHere]);
  return query;
}

/** Starts a backup, and downloads one. */
export function useBackupActs() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (work: () => Promise<void>) => {
    setProblem('');
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem(readFailureText(error));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: key });
    }
  };
  return {
    isBusy,
    problem,
    start: () =>
      act(async () => {
        await api.send(
          'POST',
          backups.path,
          { quiet: true, background: true, idempotencyKey: newIdempotencyKey() },
          (response) => response.json(),
        );
      }),
    download: ({ _id, fileName }: BackupRow) =>
      act(async () => {
        const content = await api.send(
          'GET',
          `${backups.path}/${_id}/file`,
          { quiet: true },
          (response) => response.blob(),
        );
        saveFile(content, fileName);
      }),
  };
}
