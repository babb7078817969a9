import { useStore } from '#src/lib/store.ts';

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** True unless the person turned off the keys of one sign: docs/interface.md, "Keyboard". */
export const useSingleKeys = () => useStore(({ theme }) => theme.singleKeys);

/** True if a key of one sign acts alone: nobody types, and no other key is held with it. */
export const actsAlone = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !(ctrlKey || altKey || metaKey) &&
  !(target instanceof Element && target.matches(TYPED_INTO)) &&
  useStore.getState().theme.singleKeys;
