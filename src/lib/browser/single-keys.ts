import { useEffect, type RefObject } from 'react';
import { useStore } from '#src/lib/store.ts';

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** True unless the person turned off the keys of one sign: docs/interface.md, "Keyboard". */
export const useSingleKeys = () => useStore(({ theme }) => theme.singleKeys);

/** True if a key of one sign acts alone: nobody types, and no other key is held with it. */
export const actsAlone = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !(ctrlKey || altKey || metaKey) &&
  !(target instanceof Element && target.matches(TYPED_INTO)) &&
  useStore.getState().theme.singleKeys;

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
