import { isUndoable, type VisitUndone } from '#contract/visit-answers.ts';
import { UndoButton } from '#src/entities/payment/undo/undo-button.tsx';
import type { Undoable } from '#src/entities/payment/undo/undo-words.ts';
import type { Done } from '#src/features/desk/use-visit.ts';

/** The pieces that were handed over with the visit. */
const piecesOf = ({ sent, answer: { order } }: Done): number =>
  order === null || order.state === 'held'
    ? 0
    : sent.products
        .filter(({ giveNow }) => giveNow)
        .reduce((sum, { quantity }) => sum + quantity, 0);

/** A saved visit as its undo speaks of it. */
export function undoableOf(done: Done): Undoable {
  const { order, receipt, change, money, enrolments, undoUntil, ref } = done.answer;
  return {
    ...{ change, money, undoUntil },
    id: isUndoable(done.answer) ? (order?._id ?? ref) : undefined,
    number: order?.number ?? receipt?.number ?? '',
    places: enrolments.length,
    pieces: piecesOf(done),
  };
}

/** Undoes a saved visit; `showsNumber` names it, because another one is on the screen. */
export const UndoVisit = ({
  done,
  ...props
}: {
  done: Done;
  showsNumber?: boolean;
  onUndone: (undone: VisitUndone) => void;
}) => <UndoButton of={undoableOf(done)} {...props} />;
