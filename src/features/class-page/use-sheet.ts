import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useDraft } from '#src/components/form/use-draft.ts';
import type { SaveResult } from '#src/lib/save.ts';
import { Writing, type Saver } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import type { DraftPlace } from '#src/offline/draft-content.ts';

/**
 * What was typed into a sheet: only the cells that are not as they are saved, by their key. `isMeant`: Save was pressed,
 * which says something even of a sheet in which nothing was changed.
 */
export type Typed<Cell> = { cells: Record<string, Cell>; reason: string; isMeant: boolean };
type Edit<Cell, Row> = { base: Row; typed: Typed<Cell> };
/** Why the last try did not save. */
export type SheetFailure = Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' | 'dropped' }>;

type Options<Cell, Row> = {
  place: DraftPlace;
  cell: z.ZodMiniType<Cell>;
  /** What is saved now; while something is typed, the sheet stays with what it was typed over. */
  saved: Row;
  saver: Saver<Typed<Cell>, Row>;
  isWritable: boolean;
  onSaved: (row: Row) => void;
};

const nothing = <Cell>(): Typed<Cell> => ({ cells: {}, reason: '', isMeant: false });
const isEmpty = <Cell>({ cells, reason, isMeant }: Typed<Cell>) => Object.keys(cells).length === 0 && reason === '' && !isMeant;

/** What is typed, on screen and on the device. */
function useEdit<Cell, Row extends object>({ place, cell, saved, isWritable, onSaved }: Options<Cell, Row>, onResent: () => void) {
  const { t } = useTranslation();
  const [edit, setEdit] = useState<Edit<Cell, Row>>();
  // What lies on the device follows the last change, which React may not have drawn yet.
  const latest = useRef<Edit<Cell, Row>>(undefined);
  const [writing] = useState(() => new Writing<Typed<Cell>, Row>());
  const [schema] = useState(() => z.object({ cells: z._default(z.record(z.string(), cell), {}), reason: z._default(z.string(), ''), isMeant: z._default(z.boolean(), false) }));
  const put = (next: Edit<Cell, Row> | undefined) => {
    latest.current = next && isEmpty(next.typed) ? undefined : next;
    setEdit(latest.current);
  };
  const draft = useDraft<Row>({
    place,
    schema,
    isWritable,
    read: () => {
      const { base = saved, typed: values = nothing<Cell>() } = latest.current ?? {};
      return latest.current || writing.sent ? { values, base: base as Record<string, unknown>, sent: writing.sent } : undefined;
    },
    restore: ({ base, values, sent }) => {
      put({ base: (base as Row | undefined) ?? saved, typed: values as Typed<Cell> });
      writing.remember(sent);
      if (sent) onResent();
    },
    onSavedBefore: (before) => {
      onSaved(before);
      showToast('success', t('form.savedBefore'));
    },
  });
  return { edit, put, draft, writing, isDirty: () => latest.current !== undefined };
}

/** The typed cells of a sheet with their draft on the device, one atomic save, and what became of the last try. */
export function useSheet<Cell, Row extends object>(options: Options<Cell, Row>) {
  const { saved, saver, onSaved } = options;
  const [failure, setFailure] = useState<SheetFailure>();
  const [theirs, setTheirs] = useState<Row>();
  const [isSaving, setSaving] = useState(false);
  const { edit, put, draft, writing, isDirty } = useEdit(options, () => setFailure({ outcome: 'unknown' }));
  const row = edit?.base ?? saved;
  const typed = edit?.typed ?? nothing<Cell>();

  const settle = (result: SaveResult<Row>) => {
    setFailure(undefined);
    if (result.outcome === 'saved') put(undefined);
    void draft.keep();
    if (result.outcome === 'saved') onSaved(result.row);
    else if (result.outcome === 'conflict') setTheirs(result.theirs);
    else if (result.outcome !== 'dropped') setFailure(result);
  };
  const send = async (over: Row, values: Typed<Cell>) => {
    if (isSaving) return;
    setSaving(true);
    put({ base: over, typed: values });
    const onEarlierSaved = (before: Row) => put({ base: before, typed: values });
    settle(await writing.save(saver, { input: values, row: over, values: structuredClone(values), onSend: draft.keep, onEarlierSaved }));
    setSaving(false);
  };
  /** The chosen cells stand over what the other person saved, and are sent. */
  const resolve = (over: Row, cells: Record<string, Cell>) => {
    const next = { cells, reason: typed.reason, isMeant: false };
    setTheirs(undefined);
    put({ base: over, typed: next });
    if (!isEmpty(next)) return void send(over, next);
    void draft.keep();
    return onSaved(over);
  };

  return {
    row,
    typed,
    draft,
    failure,
    isSaving,
    isTyped: edit !== undefined,
    /** The same, asked at a moment when it may not be drawn yet. */
    isDirty,
    change: (next: Typed<Cell>) => {
      put({ base: row, typed: next });
      draft.changed();
    },
    save: () => send(row, { ...typed, isMeant: true }),
    discard: () => {
      put(undefined);
      setFailure(undefined);
      draft.changed();
    },
    conflict: theirs && { theirs, keep: () => setTheirs(undefined), resolve: (cells: Record<string, Cell>) => resolve(theirs, cells) },
  };
}

export type Sheet<Cell, Row extends object> = ReturnType<typeof useSheet<Cell, Row>>;
