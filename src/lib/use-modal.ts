import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Shows a `<dialog>` as a modal while `open`: the browser then keeps the focus inside, makes the page behind inert and
 * gives the focus back afterwards. In a layout effect, so that whoever moves the focus after a closing has the last
 * word.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  return ref;
}
