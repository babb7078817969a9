import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';

type Options = {
  /**
   * The sheet; both answer the keys of the cells that changed, and nothing when there is no step to
   * go.
   */
  sheet: { undo: () => readonly string[] | undefined; redo: () => readonly string[] | undefined };
  /** A cell in words, as it stands now. */
  nameOf: (key: string) => string;
  /** Brings a cell into sight and puts the focus into it. */
  show: (key: string) => void;
};

/**
 * The step that a key asks for. Without this the browser would undo letters in whichever field they
 * were typed last.
 */
function stepOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' ? 'redo' : undefined;
}

/**
 * Takes the last step in a sheet back as a whole, or does it again; shows and says what changed by
 * it.
 */
export function useUndo({ sheet, nameOf, show }: Options) {
  const { t } = useTranslation();
  const { region, tell } = useAnnouncer();
  const go = (step: 'undo' | 'redo') => {
    const keys = sheet[step]();
    const [first] = keys ?? [];
    if (!keys || first === undefined) return tell(t('undo.none'));
    show(first);
    // The cell is drawn with its new value by then.
    return requestAnimationFrame(() =>
      tell(
        t(step === 'undo' ? 'undo.back' : 'undo.again', {
          count: keys.length,
          what: nameOf(first),
        }),
      ),
    );
  };
  return {
    /** Where it is said, for those who do not see it. */
    region,
    undo: () => void go('undo'),
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      go(step);
    },
  };
}
