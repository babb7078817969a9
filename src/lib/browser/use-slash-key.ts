import { useEffect, type RefObject } from 'react';
import { actsAlone } from './single-keys.ts';

/** `/` moves the focus to the box, from anywhere on its page or in its dialog. */
export function useSlashKey(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const goTo = (event: KeyboardEvent) => {
      const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
      if (event.key !== '/' || !actsAlone(event) || box.current?.closest('dialog') !== front)
        return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', goTo);
    return () => window.removeEventListener('keydown', goTo);
  }, [box]);
}
