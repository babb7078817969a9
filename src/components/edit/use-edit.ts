import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { IdempotentSubmit, type Saver, type SaveResult } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import type { DraftSubject } from '#src/offline/drafts/drafts.ts';
import { useDraft } from './use-draft.ts';

/**
 * The edited values, wherever they are held: in the fields of a form, the cells of a sheet or the
 * rows of a plan.
 */
export type EditSource<Values, Row> = {
  /** The current values; the next render may not have drawn them yet. */
  read: () => Values;
  isDirty: () => boolean;
  /** The record that was edited; none for a new one. */
  base: () => Row | undefined;
  /** Starts again from the saved record, with `typed` on top. */
  startFrom: (saved: Row | undefined, typed?: Values) => void;
  /** What was typed while `sent` was on its way, to go on over the saved record. */
  typedSince?: (sent: Values) => Values;
};

/**
 * The reason why the last try did not save, for the save bar; `undefined` before the first try and
 * after a success.
 */
export type Failure =
  | Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' | 'dropped' | 'offline' }>
  /** `isKept`: the input is stored on the device, not only in the page. */
  | { outcome: 'offline'; isKept: boolean };

export type EditOptions<Values, Input, Row> = {
  /** The form and record of its drafts. */
  place: DraftSubject;
  /** The name of the edited part, if a page has several; by default the page's title. */
  title?: string | undefined;
  /** The schema of a draft's values. */
  schema: z.ZodMiniObject;
  /** The id of the draft that the page was opened for. */
  resumes?: string | undefined;
  isWritable: boolean;
  source: EditSource<Values, Row>;
  saver: Saver<Input, Row>;
  /** Asks about an entry that looks wrong before it is sent; `false` returns to it. */
  confirm?: ((input: Input, row: Row | undefined) => Promise<boolean>) | undefined;
  /**
   * True if input typed after a lost try that was saved stays in the form for another look instead
   * of being sent.
   */
  leavesRest?: boolean;
  /** `sent`: the values at the time of sending. */
  onSaved: (row: Row, sent: Values) => void;
  onFailed?: (failure: Failure) => void;
  /** Called when a try that was lost with its page turns out to have been saved. */
  onSavedBefore?: (row: Row) => void;
};

/** Connects the edited values to their draft, in both directions. */
function useEditDraft<Values, Input, Row>(
  options: EditOptions<Values, Input, Row>,
  submit: IdempotentSubmit<Input, Row>,
  onResumed: (isSent: boolean) => void,
) {
  const { t } = useTranslation();
  const { place, title, schema, resumes, isWritable, source, saver, onSavedBefore } = options;
  const { leavesRest } = options;
  return useDraft<Row>({
    place,
    title,
    schema,
    resumes,
    leavesRest,
    isWritable,
    read: () =>
      source.isDirty() || submit.sent
        ? {
            values: source.read() as Record<string, unknown>,
            base: source.base() as Record<string, unknown> | undefined,
            sent: submit.sent,
          }
        : undefined,
    restore: ({ base, values, sent }) => {
      source.startFrom(base as Row | undefined, values as Values);
      submit.remember(sent);
      onResumed(sent !== undefined);
    },
    onSavedBefore: (row) => {
      void saver.onConfirmed?.(row);
      showToast('success', t('form.savedBefore'));
      onSavedBefore?.(row);
    },
  });
}

type Sending<Values, Input, Row> = {
  input: Input;
  row: Row | undefined;
  values: Values;
  onSend: () => Promise<unknown>;
};

/** Sends the current values, taking into account what is known of an earlier try. */
async function sendOnce<Values, Input, Row>(
  options: EditOptions<Values, Input, Row>,
  submission: IdempotentSubmit<Input, Row>,
  sending: Sending<Values, Input, Row>,
): Promise<SaveResult<Row>> {
  const { source, saver, confirm, leavesRest = false } = options;
  let earlier: Row | undefined;
  const result = await submission.save(saver, {
    ...sending,
    confirm: async (...asked) => !(leavesRest && earlier) && (confirm?.(...asked) ?? true),
    onEarlierSaved: (saved) => {
      earlier = saved;
      source.startFrom(saved, sending.values);
    },
  });
  return leavesRest && earlier ? { outcome: 'saved', row: earlier } : result;
}

/**
 * The edit engine of every form and sheet: a sealed draft on the device, a submit that never
 * happens twice, its outcome, and the resolution of conflicts.
 */
export function useEdit<Values, Input, Row>(options: EditOptions<Values, Input, Row>) {
  const { source, onSaved, onFailed } = options;
  const [submission] = useState(() => new IdempotentSubmit<Input, Row>());
  const [failure, setFailure] = useState<Failure>();
  const [theirs, setTheirs] = useState<Row>();
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const draft = useEditDraft(options, submission, (isSent) =>
    setFailure(isSent ? { outcome: 'unknown' } : undefined),
  );

  const settle = async (result: SaveResult<Row>, sent: Values) => {
    setFailure(undefined);
    if (result.outcome === 'saved') source.startFrom(result.row, source.typedSince?.(sent));
    // Updates the draft: removed after a save, else stored with the outcome of this try.
    const isKept = draft.keep();
    if (result.outcome === 'saved') return onSaved(result.row, sent);
    if (result.outcome === 'conflict') return setTheirs(result.theirs);
    if (result.outcome === 'dropped') return undefined;
    const failed = result.outcome === 'offline' ? { ...result, isKept: await isKept } : result;
    setFailure(failed);
    return onFailed?.(failed);
  };

  /** Sends `input` over `row`, unless the last submit is still running; `true` once it is saved. */
  const submit = async (input: Input, row = source.base()): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setSaving(true);
    const sent = structuredClone(source.read());
    const result = await sendOnce(options, submission, {
      input,
      row,
      values: sent,
      onSend: draft.keep,
    });
    isBusy.current = false;
    setSaving(false);
    await settle(result, sent);
    return result.outcome === 'saved';
  };

  return {
    draft,
    failure,
    isSaving,
    submit,
    /** Clears the last failure, because something changed that may have solved it. */
    forgetFailure: () => setFailure(undefined),
    conflict: theirs && {
      theirs,
      keep: () => setTheirs(undefined),
      /** Puts the chosen values over what the other person saved. */
      take: (chosen: Values) => {
        source.startFrom(theirs, chosen);
        setTheirs(undefined);
      },
    },
  };
}
