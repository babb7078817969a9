import { isUndoable, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { UndoButton } from '#src/entities/payment/undo/undo-button.tsx';
import type { Undoable } from '#src/entities/payment/undo/undo-words.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { payerIdOf } from '#src/features/desk/visit-people.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';

/** A saved visit as its undo speaks of it. */
export function undoableOf(done: SavedVisit): Undoable {
  const { order, receipt, change, money, enrolments, undoUntil, ref } = done.answer;
  return {
    change,
    money,
    undoUntil,
    id: isUndoable(done.answer) ? (order?._id ?? ref) : undefined,
    number: order?.number ?? receipt?.number ?? '',
    places: enrolments.length,
    pieces: order?.givenPieces ?? 0,
    opensAgain: true,
  };
}

/** The name of the payer as the visit was sent. */
function usePayerOf({ sent: { payer, family, newParents, newStudents } }: SavedVisit): string {
  const nameOf = usePersonName();
  if (payer?.kind === 'walkIn') return payer.name;
  const id = payerIdOf(payer);
  const known = [family?.payer, ...(family?.guardians ?? [])].find((one) => one?._id === id);
  const made = [...newParents, ...newStudents].find(({ key }) => key === id);
  const one = known ?? made;
  return one ? nameOf(one) : '';
}

/** Undoes a saved visit; `showsNumber` names it, because another one is on the screen. */
export function UndoVisit({
  done,
  ...props
}: {
  done: SavedVisit;
  showsNumber?: boolean;
  onUndone: (undone: VisitUndone, keepsMoney: boolean) => void;
  className?: string | undefined;
}) {
  const payer = usePayerOf(done);
  return <UndoButton of={{ ...undoableOf(done), payer }} {...props} />;
}
