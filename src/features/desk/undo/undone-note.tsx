import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VisitUndone } from '#contract/desk/visit-answers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { useUndoneWords } from '#src/entities/payment/undo/undo-words.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { undoableOf } from './undo-visit.tsx';

/** A visit that was undone, with the server's answer; `keepsMoney` if its cash was kept. */
export type Undone = { done: SavedVisit; answer: VisitUndone; keepsMoney: boolean };

/**
 * Says what was undone and what has to go back over the counter. It stays until it is closed,
 * because the cash may be handed back after a glance at the screen.
 */
export function UndoneNote({
  undone: { done, answer, keepsMoney },
  onClose,
}: {
  undone: Undone;
  onClose: () => void;
}) {
  const { t } = useTranslation('desk');
  const words = useUndoneWords();
  return (
    <Note tone="wait" icon={Undo2}>
      <p role="alert">
        <b>{words(undoableOf(done), answer, keepsMoney)}</b>
        <br />
        {t(keepsMoney || answer.slipsLAK > 0 ? 'undo.typedPaid' : 'undo.typedAgain')}
      </p>
      <Button icon={X} onClick={onClose}>
        {t('undo.close')}
      </Button>
    </Note>
  );
}
