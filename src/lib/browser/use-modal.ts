import { useLayoutEffect, useRef, type RefObject } from 'react';
import { whenUnlocked } from '#src/lib/session/lock.ts';

const keepOpen = (event: Event) => event.preventDefault();

/**
 * Shows a modal and answers how to close it. Escape only says `cancel`: a dialog that the browser
 * closed on its own would stay closed if the page, which may be slower, shows it again meanwhile.
 */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  let shown: ReturnType<typeof setTimeout>;
  // Escape that comes twice without a touch between closes whatever the page says, and without a
  // `cancel`.
  const onClosedByBrowser = () => {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    shown = setTimeout(() => dialog.showModal());
  };
  dialog.addEventListener('cancel', keepOpen);
  dialog.addEventListener('close', onClosedByBrowser);
  return () => {
    clearTimeout(shown);
    dialog.removeEventListener('cancel', keepOpen);
    dialog.removeEventListener('close', onClosedByBrowser);
    dialog.close();
  };
}

/**
 * Shows a `<dialog>` as a modal while `open`: the browser then keeps the focus inside, makes the
 * page behind inert and gives the focus back afterwards. In a layout effect, so that whoever moves
 * the focus after a closing has the last word. While the screen is locked it waits, unless it
 * belongs to the lock itself: the last one shown is in front.
 */
export function useModal(
  open: boolean,
  { overLock = false } = {},
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    let close: (() => void) | undefined;
    const show = () => void (close = showModal(dialog));
    const stop = overLock ? show() : whenUnlocked(show);
    return () => {
      stop?.();
      close?.();
    };
  }, [open, overLock]);
  return ref;
}
