import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMoveBusy, type Move } from '#contract/imports/moving-in.ts';
import { moveKey, moveWrite } from '#src/entities/import/move-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';

/** A file that could not be read, with the reason; the others go on without it. */
export type RefusedFile = { name: string; reason: string };

const ASK_EVERY_MS = 500;
/** The end of a name tells more than its beginning. */
const LONGEST_NAME = 200;

/** The move once it takes another file, because a check goes on by itself. */
async function whenChecked({ _id }: Move): Promise<void> {
  for (;;) {
    const { state } = await api.get<Move>(`/moves/${_id}`, { quiet: true });
    if (!isMoveBusy(state)) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Sends one file: the first one begins the move, and the others join it. */
async function sendFile(file: File, branchId: string, into: Move | undefined) {
  const body = new Blob([file], { type: 'application/octet-stream' });
  const fileName = file.name.slice(-LONGEST_NAME);
  const path = into ? `/moves/${into._id}/files` : '/moves';
  const query = { fileName, ...(branchId !== '' && !into && { branchId }) };
  if (into && isMoveBusy(into.state)) await whenChecked(into);
  return saveOnce((once) => api.post<Move>(path, body, { ...moveWrite(once), query }));
}

/** Reads several files into one move, one after the other. */
export function useMoveFiles() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const read = async (files: readonly File[], branchId: string, into?: Move) => {
    const refused: RefusedFile[] = [];
    let move = into;
    setBusy(true);
    for (const file of files) {
      const result = await sendFile(file, branchId, move);
      if (result.outcome === 'saved') move = result.row;
      else refused.push({ name: file.name, reason: failureText(result) });
    }
    setBusy(false);
    if (move) client.setQueryData(moveKey(move._id), move);
    void client.invalidateQueries({ queryKey: ['moves', 'list'] });
    return { move, refused };
  };
  return { isBusy, read };
}

/** Takes files that are dropped anywhere on the page, which the browser would open instead. */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | undefined): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    const over = (event: DragEvent) => {
      if (isOfFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current?.(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
