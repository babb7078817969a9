import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';

type Options = {
  /**
   * The sheet. Both functions return the keys of the changed cells, or nothing if there is no step.
   */
  sheet: { undo: () => readonly string[] | undefined; redo: () => readonly string[] | undefined };
  /** Names a cell in words. */
  nameOf: (key: string) => string;
  /** Scrolls a cell into view and focuses it. */
  show: (key: string) => void;
};

/**
 * The step that a key asks for. Without this, the browser would undo letters in the field typed
 * into last.
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

/** Undoes or redoes the last step in a sheet as a whole; shows and announces the change. */
export function useUndo({ sheet, nameOf, show }: Options) {
  const { t } = useTranslation();
  const { region, tell } = useAnnouncer();
  const go = (step: 'undo' | 'redo') => {
    const keys = sheet[step]();
    const [first] = keys ?? [];
    if (!keys || first === undefined) return tell(t('undo.none'));
    show(first);
    // By then the cell is drawn with its new value.
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
    /** The live region for screen readers. */
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
