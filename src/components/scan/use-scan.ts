import { use, useEffect, useEffectEvent, type RefObject } from 'react';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { InDialog } from '#src/lib/browser/in-dialog.ts';
import { addReader } from './reader-list.ts';

let isAsked = false;

/** Begins to listen for scanners, once for the whole app. */
function listenSoon(): void {
  if (isAsked) return;
  isAsked = true;
  // The first screen comes first: nobody scans while it is drawn.
  afterFirstScreen()
    .then(() => import('./listen.ts'))
    .then(
      ({ listenForScans }) => listenForScans(),
      () => (isAsked = false),
    );
}

type ScanOptions = {
  /** Selects the wanted codes; such a reader comes before those that take any. */
  fits?: ((code: string) => boolean) | undefined;
  /** The dialog of the component that calls this; parts inside a kit dialog know theirs. */
  dialog?: RefObject<HTMLDialogElement | null> | undefined;
  /** While true, the person is told to scan again. */
  isBusy?: boolean;
};

/**
 * Receives every code that a scanner types, wherever the focus is: docs/interface.md, "Scanners".
 * Of several readers on screen the last mounted one receives it, and none behind a dialog. `onScan`
 * returns false for a code that it does not want; its promise holds back the next code.
 */
export function useScan(
  onScan: (code: string) => unknown,
  { fits, dialog, isBusy = false }: ScanOptions = {},
): void {
  const read = useEffectEvent(onScan);
  const takes = useEffectEvent((code: string) => fits?.(code) ?? true);
  const busy = useEffectEvent(() => isBusy);
  const isChoosy = fits !== undefined;
  const around = use(InDialog);
  const own = dialog ?? around;
  useEffect(() => {
    listenSoon();
    return addReader({
      read: (code) => read(code),
      fits: isChoosy ? (code) => takes(code) : undefined,
      dialog: () => own?.current ?? undefined,
      isBusy: () => busy(),
    });
  }, [isChoosy, own]);
}
