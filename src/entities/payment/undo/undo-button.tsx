import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visits, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { undoFigures, useUndoWords, type Undoable } from './undo-words.ts';

const SECOND_MS = 1000;

type UndoProps = {
  of: Undoable;
  /** True to name what is undone, because something else is on the screen. */
  showsNumber?: boolean;
  onUndone: (undone: VisitUndone) => void;
};

/**
 * Undoes a whole visit or payment in one write, while the server still allows it. It asks first,
 * with what has to go back over the counter.
 */
export function UndoButton({ of, showsNumber = false, onUndone }: UndoProps) {
  const { t } = useTranslation(['payment', 'common']);
  const now = useNow(SECOND_MS);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { ask, dialog } = useConfirm();
  const words = useUndoWords();
  const { id, number, undoUntil } = of;
  const left = Math.ceil((Date.parse(undoUntil) - now) / SECOND_MS);
  const isOver = left <= 0 && !dialog && !isBusy && failure === undefined;
  if (id === undefined || isOver) return null;
  const undo = async () => {
    const isSure = await ask({
      title: number === '' ? t('undo.askVisit') : t('undo.ask', { number }),
      text: words(of, undoFigures(of)).join('. '),
      confirm: t('undo.confirm'),
      cancel: t('common:action.cancel'),
    });
    if (!isSure) return;
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<VisitUndone>(
        `${visits.path}/${id}/undo`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') return onUndone(result.row);
    setBusy(false);
    return setFailure(failureText(result));
  };
  return (
    <>
      {left > 0 && (
        <Button icon={Undo2} disabled={isBusy} onClick={() => void undo()}>
          {[showsNumber && number, t('undo.left', { n: left })].filter(Boolean).join(' · ')}
        </Button>
      )}
      <ErrorText role="alert">{failure}</ErrorText>
      {dialog}
    </>
  );
}
