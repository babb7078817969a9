import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { IdempotentSubmit, type Saver } from '#src/lib/request/idempotent-submit.ts';
import type { SaveResult } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import type { DraftSubject } from '#src/offline/drafts/drafts.ts';
import { useDraft } from './use-draft.ts';

/**
 * What is edited, wherever it lives: in the fields of a form, the cells of a sheet or the rows of a
 * plan.
 */
export type EditSource<Values, Row> = {
  /** What stands there now; the next render may not have drawn it yet. */
  read: () => Values;
  isDirty: () => boolean;
  /** What it was typed over; none for a new record. */
  base: () => Row | undefined;
  /** Starts again from what is saved, with what was typed over it. */
  startFrom: (saved: Row | undefined, typed?: Values) => void;
};

/**
 * Why the last try did not save, for the save bar; `undefined` before the first try and after one
 * that did.
 */
export type Failure =
  | Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' | 'dropped' | 'offline' }>
  /** `isKept`: the text lies on the device, not only in the page. */
  | { outcome: 'offline'; isKept: boolean };

export type EditOptions<Values, Input, Row> = {
  /** Where its drafts belong. */
  place: DraftSubject;
  /** What is edited, where a page has several of it; else the page's title says it. */
  title?: string | undefined;
  /** What a draft may hold. */
  schema: z.ZodMiniObject;
  /** The draft that it was opened for. */
  resumes?: string | undefined;
  isWritable: boolean;
  source: EditSource<Values, Row>;
  saver: Saver<Input, Row>;
  /** Asks about an entry that looks wrong before it is sent; `false` goes back to it. */
  confirm?: ((input: Input, row: Row | undefined) => Promise<boolean>) | undefined;
  /**
   * What was typed after a lost try that turned out to be saved is left for another look, not sent.
   */
  leavesRest?: boolean;
  /** What becomes of the draft when the page is left in spite of it. */
  onLeave: 'discard' | 'keep';
  /** `sent` is what stood there when it was sent. */
  onSaved: (row: Row, sent: Values) => void;
  onFailed?: (failure: Failure) => void;
  /** A try that was lost with its page turned out to be saved. */
  onSavedBefore?: (row: Row) => void;
};

/** Ties what is edited to its draft: what goes into it, and what comes back. */
function useEditDraft<Values, Input, Row>(
  options: EditOptions<Values, Input, Row>,
  submit: IdempotentSubmit<Input, Row>,
  onResumed: (isSent: boolean) => void,
) {
  const { t } = useTranslation();
  const { place, title, schema, resumes, isWritable, source, saver, onLeave, onSavedBefore } =
    options;
  return useDraft<Row>({
    place,
    title,
    schema,
    resumes,
    isWritable,
    onLeave,
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

/** Sends what stands there over what is known of an earlier try. */
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
 * Everything that is edited and saved goes through here, whatever its screen looks like: a sealed
 * draft on the device, a submit that is never done twice, what became of it, and a conflict to be
 * settled.
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
    if (result.outcome === 'saved') source.startFrom(result.row);
    // What lies on the device follows: gone once it is saved, else with what is known of this try.
    const isKept = draft.keep();
    if (result.outcome === 'saved') return onSaved(result.row, sent);
    if (result.outcome === 'conflict') return setTheirs(result.theirs);
    if (result.outcome === 'dropped') return undefined;
    const failed = result.outcome === 'offline' ? { ...result, isKept: await isKept } : result;
    setFailure(failed);
    return onFailed?.(failed);
  };

  /** Sends `input` over `row`, unless the last one is still on its way; `true` once it is saved. */
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
    /** Something was done that may change whether the last failure still holds. */
    forgetFailure: () => setFailure(undefined),
    conflict: theirs && {
      theirs,
      keep: () => setTheirs(undefined),
      /** The chosen values stand over what the other person saved. */
      take: (chosen: Values) => {
        source.startFrom(theirs, chosen);
        setTheirs(undefined);
      },
    },
  };
}
