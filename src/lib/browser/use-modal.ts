import { useLayoutEffect, useRef, type RefObject } from 'react';
import { whenUnlocked } from '#src/lib/session/lock.ts';

/**
 * Shows a `<dialog>` as a modal while `open`: the browser then keeps the focus inside, makes the page behind inert and
 * gives the focus back afterwards. In a layout effect, so that whoever moves the focus after a closing has the last
 * word. While the screen is locked it waits, unless it belongs to the lock itself: the last one shown is in front.
 */
export function useModal(open: boolean, { overLock = false } = {}): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const show = () => dialog.showModal();
    const stop = overLock ? show() : whenUnlocked(show);
    return () => {
      stop?.();
      dialog.close();
    };
  }, [open, overLock]);
  return ref;
}
