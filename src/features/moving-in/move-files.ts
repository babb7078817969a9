import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMoveBusy, type Move } from '#contract/imports/moving-in.ts';
import { moveKey, moveWrite } from '#src/entities/import/move-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText, type Unsaved } from '#src/lib/request/failure-text.ts';
import { attemptSave, saveOnce, type SaveResult } from '#src/lib/request/save.ts';

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
async function sendFile(
  file: File,
  branchId: string,
  into: Move | undefined,
): Promise<SaveResult<Move>> {
  if (into && isMoveBusy(into.state)) {
    const waited = await attemptSave(() => whenChecked(into));
    // Nothing was sent yet, so an answer that never came is no reason to ask for the file.
    if (waited.outcome === 'unknown') return { outcome: 'notSent' };
    if (waited.outcome !== 'saved' && waited.outcome !== 'conflict') return waited;
  }
  const body = new Blob([file], { type: 'application/octet-stream' });
  const fileName = file.name.slice(-LONGEST_NAME);
  const path = into ? `/moves/${into._id}/files` : '/moves';
  const query = { fileName, ...(branchId !== '' && !into && { branchId }) };
  return saveOnce((once) => api.post<Move>(path, body, { ...moveWrite(once), query }));
}

/** The server has said what is wrong with the file itself, so the next one may be taken. */
const isAnswered = ({ outcome }: Unsaved) => outcome === 'refused' || outcome === 'invalid';

/**
 * Sends files into one move, one after the other. The first one whose answer does not come is the
 * last, because the next would meet the same; those behind it are named as not sent.
 */
export async function sendFiles(
  files: readonly File[],
  branchId: string,
  into?: Move,
): Promise<{ move: Move | undefined; refused: RefusedFile[] }> {
  const refused: RefusedFile[] = [];
  let move = into;
  let isLost = false;
  for (const file of files) {
    const result: SaveResult<Move> = isLost
      ? { outcome: 'notSent' }
      : await sendFile(file, branchId, move);
    if (result.outcome === 'saved') {
      move = result.row;
      continue;
    }
    isLost ||= !isAnswered(result);
    const reason = failureText(result) || failureText({ outcome: 'notSent' });
    refused.push({ name: file.name, reason });
  }
  return { move, refused };
}

/** Reads several files into one move, one after the other. */
export function useMoveFiles() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const read = async (files: readonly File[], branchId: string, into?: Move) => {
    setBusy(true);
    try {
      const sent = await sendFiles(files, branchId, into);
      if (sent.move) client.setQueryData(moveKey(sent.move._id), sent.move);
      return sent;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['moves', 'list'] });
    }
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
