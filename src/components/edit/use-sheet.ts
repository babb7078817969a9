import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { isSameData, type Saver } from '#src/lib/request/save.ts';
import type { DraftSubject } from '#src/offline/drafts/drafts.ts';
import { type EditSource, useEdit } from './use-edit.ts';
import { useHeldValues } from './use-held-values.ts';

/**
 * The input of a sheet: only the cells that differ from the saved ones, by their key. `submitted`:
 * Save was pressed, which matters even if nothing was changed.
 */
export type SheetEdits<Cell> = { cells: Record<string, Cell>; reason: string; submitted: boolean };

type Options<Cell, Row> = {
  place: DraftSubject;
  /** The name of the sheet, if a page has several. */
  title?: string;
  cell: z.ZodMiniType<Cell>;
  /**
   * The saved values of now; while there is input, the sheet stays with the values it was typed
   * over.
   */
  saved: Row;
  /** The cell as it is saved; needed when a cell that is on its way is taken back. */
  savedCell: (row: Row, key: string) => Cell | undefined;
  saver: Saver<SheetEdits<Cell>, Row>;
  isWritable: boolean;
  onSaved: (row: Row) => void;
};

const nothing = <Cell>(): SheetEdits<Cell> => ({ cells: {}, reason: '', submitted: false });
const isEmpty = <Cell>({ cells, reason, submitted }: SheetEdits<Cell>) =>
  Object.keys(cells).length === 0 && reason === '' && !submitted;

/** The keys of the cells in which two states of a sheet differ. */
const changedCells = <Cell>(before: SheetEdits<Cell>, after: SheetEdits<Cell>): string[] =>
  [...new Set([...Object.keys(before.cells), ...Object.keys(after.cells)])].filter(
    (key) => before.cells[key] !== after.cells[key],
  );

/**
 * What differs between a sheet and its cells that were sent; `before` is a cell as it was saved
 * until then.
 */
export function typedSince<Cell>(
  sent: SheetEdits<Cell>,
  now: SheetEdits<Cell>,
  before: (key: string) => Cell | undefined,
): SheetEdits<Cell> {
  const typed = nothing<Cell>();
  for (const key of new Set([...Object.keys(sent.cells), ...Object.keys(now.cells)])) {
    const cell = now.cells[key] ?? before(key);
    if (cell !== undefined && !isSameData(cell, sent.cells[key])) typed.cells[key] = cell;
  }
  return typed;
}

/** The typed cells of a sheet, and the row they were typed over. */
function useCells<Cell, Row>(saved: Row, savedCell: Options<Cell, Row>['savedCell']) {
  const held = useHeldValues<SheetEdits<Cell>>(nothing());
  const [base, setBase] = useState<Row>();
  const latestBase = useRef<Row>(undefined);
  const setOver = (row: Row | undefined) => {
    latestBase.current = row;
    setBase(row);
  };
  const isDirty = () => !isEmpty(held.read());
  const source: EditSource<SheetEdits<Cell>, Row> = {
    read: held.read,
    isDirty,
    base: () => (isDirty() ? latestBase.current : undefined) ?? saved,
    startFrom: (row, typed = nothing()) => {
      held.reset(typed);
      setOver(isEmpty(typed) ? undefined : row);
    },
    typedSince: (sent) => {
      const row = source.base() ?? saved;
      return typedSince(sent, held.read(), (key) => savedCell(row, key));
    },
  };
  const follow = () => {
    if (!isDirty()) setOver(undefined);
    else if (latestBase.current === undefined) setOver(saved);
  };
  return { held, source, row: (isEmpty(held.values) ? undefined : base) ?? saved, follow };
}

/** The actions on the typed cells; `changed` informs the draft. */
function stepsOf<Cell, Row>(
  { held, source, follow }: ReturnType<typeof useCells<Cell, Row>>,
  changed: () => void,
) {
  const amend = (values: SheetEdits<Cell>) => {
    held.amend(values);
    follow();
    changed();
  };
  /**
   * Undoes or redoes a step and returns the keys of the changed cells. Skips steps that changed
   * nothing.
   */
  const go = (step: typeof held.undo): readonly string[] | undefined => {
    const { reason } = source.read();
    const done = step();
    if (!done) return undefined;
    amend({ ...source.read(), reason });
    const keys = changedCells(done.from, done.to);
    return keys.length > 0 ? keys : go(step);
  };
  return {
    /** Adds a step; letters typed into one cell are one step under its name. */
    change: (next: SheetEdits<Cell>, name?: string) => {
      held.change(next, name);
      follow();
      changed();
    },
    /** The reason for the change; it is not a step. */
    setReason: (reason: string) => amend({ ...source.read(), reason }),
    /**
     * Marks an unchanged sheet as submitted, so that the Save is stored and found again like any
     * change.
     */
    markSubmitted: () => {
      const submitted = { ...source.read(), submitted: true };
      amend(submitted);
      return submitted;
    },
    undo: () => go(held.undo),
    redo: () => go(held.redo),
  };
}

/**
 * The typed cells of a sheet: their draft on the device, one atomic save, and undo for every step.
 */
export function useSheet<Cell, Row extends object>({
  place,
  title,
  cell,
  saved,
  savedCell,
  saver,
  isWritable,
  onSaved,
}: Options<Cell, Row>) {
  const [schema] = useState(() =>
    z.object({
      cells: z._default(z.record(z.string(), cell), {}),
      reason: z._default(z.string(), ''),
      submitted: z._default(z.boolean(), false),
    }),
  );
  const cells = useCells<Cell, Row>(saved, savedCell);
  const { held, source, row } = cells;
  const { draft, failure, isSaving, submit, forgetFailure, conflict } = useEdit<
    SheetEdits<Cell>,
    SheetEdits<Cell>,
    Row
  >({
    place,
    title,
    schema,
    isWritable,
    source,
    saver,
    onSaved,
    onSavedBefore: onSaved,
  });
  const edits = held.values;
  const steps = stepsOf<Cell, Row>(cells, draft.changed);
  return {
    row,
    edits,
    draft,
    failure,
    isSaving,
    isTyped: !isEmpty(edits),
    ...steps,
    canUndo: held.canUndo,
    save: () => submit(steps.markSubmitted()),
    discard: () => {
      steps.change(nothing());
      forgetFailure();
    },
    conflict: conflict && {
      theirs: conflict.theirs,
      keep: conflict.keep,
      resolve: (chosenCells: Record<string, Cell>) => {
        const chosen = { cells: chosenCells, reason: source.read().reason, submitted: false };
        conflict.take(chosen);
        if (!isEmpty(chosen)) return void submit(chosen, conflict.theirs);
        void draft.keep();
        return onSaved(conflict.theirs);
      },
    },
  };
}

export type EditSheet<Cell, Row extends object> = ReturnType<typeof useSheet<Cell, Row>>;
