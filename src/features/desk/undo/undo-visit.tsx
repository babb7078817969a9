import { isUndoable, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { UndoButton } from '#src/entities/payment/undo/undo-button.tsx';
import type { Undoable } from '#src/entities/payment/undo/undo-words.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';

/** A saved visit as its undo speaks of it. */
export function undoableOf(done: SavedVisit): Undoable {
  const { order, receipt, change, money, enrolments, undoUntil, ref } = done.answer;
  return {
    ...{ change, money, undoUntil },
    id: isUndoable(done.answer) ? (order?._id ?? ref) : undefined,
    number: order?.number ?? receipt?.number ?? '',
    places: enrolments.length,
    pieces: order?.givenPieces ?? 0,
  };
}

/** Undoes a saved visit; `showsNumber` names it, because another one is on the screen. */
export const UndoVisit = ({
  done,
  ...props
}: {
  done: SavedVisit;
  showsNumber?: boolean;
  onUndone: (undone: VisitUndone) => void;
  className?: string | undefined;
}) => <UndoButton of={undoableOf(done)} {...props} />;
