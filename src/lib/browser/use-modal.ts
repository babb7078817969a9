import { useLayoutEffect, useRef, type RefObject } from 'react';
import { whenUnlocked } from '#src/lib/session/lock.ts';
import { closeOnBack } from './back.ts';

const keepOpen = (event: Event) => event.preventDefault();

/**
 * Shows a modal and returns a function that closes it. Escape only fires `cancel`: a dialog closed
 * by the browser would stay closed if a slower page shows it again meanwhile. Back does the same.
 */
function showModal(dialog: HTMLDialogElement, ignoresBack: boolean): () => void {
  dialog.showModal();
  let shown: ReturnType<typeof setTimeout>;
  const cancel = () => dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  const leaveBack = ignoresBack ? undefined : closeOnBack(cancel);
  // A second Escape without a touch in between closes the dialog whatever the page says, and
  // without a `cancel`.
  const onClosedByBrowser = () => {
    cancel();
    shown = setTimeout(() => dialog.showModal());
  };
  dialog.addEventListener('cancel', keepOpen);
  dialog.addEventListener('close', onClosedByBrowser);
  return () => {
    clearTimeout(shown);
    leaveBack?.();
    dialog.removeEventListener('cancel', keepOpen);
    dialog.removeEventListener('close', onClosedByBrowser);
    dialog.close();
  };
}

/**
 * Shows a `<dialog>` as a modal while `open`: the browser traps the focus, makes the page behind
 * inert and returns the focus afterwards. A layout effect, so that code moving the focus after the
 * closing has the last word. While the screen is locked it waits, unless it belongs to the lock,
 * because the last shown modal is in front. Back closes it too, unless it ignores Back, as an alert
 * does that goes by itself.
 */
export function useModal(
  open: boolean,
  { overLock = false, ignoresBack = false } = {},
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    let close: (() => void) | undefined;
    const show = () => void (close = showModal(dialog, ignoresBack));
    const stop = overLock ? show() : whenUnlocked(show);
    return () => {
      stop?.();
      close?.();
    };
  }, [open, overLock, ignoresBack]);
  return ref;
}
