import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { SaveResult } from '#src/lib/save.ts';
import { Writing, type Saver } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import type { DraftContent, DraftPlace } from '#src/offline/draft-content.ts';
import { useDraft, type Draft } from './use-draft.ts';
import { useFormValues, type FormValues, type Values } from './use-form-values.ts';

/** Why the last try did not save, for the save bar; `undefined` before the first try and after one that did. */
export type Failure =
  | Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' | 'dropped' | 'offline' }>
  /** `isKept`: the text lies on the device, not only in the form. */
  | { outcome: 'offline'; isKept: boolean };

export type RecordFormOptions<Schema extends z.ZodMiniObject, Row> = {
  schema: Schema;
  /** The record as it is saved; none for a new one. It is read once: a form does not change under one's hands. */
  row: Row | undefined;
  /** Where its drafts belong. */
  draft: DraftPlace;
  saver: Saver<z.output<Schema>, Row>;
  /** Asks about an entry that looks wrong before it is sent; `false` goes back to the form. */
  confirm?: (input: z.output<Schema>, row: Row | undefined) => Promise<boolean>;
  onSaved: (row: Row) => void;
};

type DraftOptions<Schema extends z.ZodMiniObject, Row extends z.output<Schema>> = RecordFormOptions<Schema, Row> & {
  isWritable: boolean;
  values: FormValues<Schema, Row>;
  writing: Writing<z.output<Schema>, Row>;
  setFailure: (failure: Failure | undefined) => void;
};

/** Ties a form to its draft: what goes into it, and what comes back. */
function useFormDraft<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(options: DraftOptions<Schema, Row>): Draft {
  const { t } = useTranslation();
  const { writing, row, saver, isWritable, schema } = options;
  const { form, dirtyRef, baseRef, startFrom } = options.values;
  const draft = useDraft<Row>({
    place: options.draft,
    schema,
    isWritable,
    read: (): DraftContent | undefined =>
      dirtyRef.current || writing.sent ? { values: form.getValues(), base: baseRef.current, sent: writing.sent } : undefined,
    restore: ({ base, values, sent }) => {
      startFrom(base ? ({ ...row, ...base } as Row) : row, values);
      writing.remember(sent);
      options.setFailure(sent && { outcome: 'unknown' });
    },
    onSavedBefore: (saved) => {
      void saver.keep?.(saved);
      showToast('success', t('form.savedBefore'));
    },
  });
  const { changed } = draft;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: changed }), [form, changed]);
  return draft;
}

/**
 * The state of a record's form: its values, their draft, what became of the last try to save them, and a conflict to be
 * settled.
 */
export function useRecordForm<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(
  options: RecordFormOptions<Schema, Row>,
  isWritable: boolean,
) {
  const { schema, saver, confirm, onSaved } = options;
  const values = useFormValues<Schema, Row>(schema, options.row);
  const { form, base, dirtyRef, startFrom } = values;
  const [theirs, setTheirs] = useState<Row>();
  const [failure, setFailure] = useState<Failure>();
  const [attempts, setAttempts] = useState(0);
  const [writing] = useState(() => new Writing<z.output<Schema>, Row>());
  const draft = useFormDraft({ ...options, isWritable, values, writing, setFailure });

  const settle = async (result: SaveResult<Row>) => {
    setFailure(undefined);
    if (result.outcome === 'saved') startFrom(result.row);
    // What lies on the device follows: gone once it is saved, else with what is known of this try.
    const isKept = draft.keep();
    if (result.outcome === 'saved') return onSaved(result.row);
    if (result.outcome === 'conflict') return setTheirs(result.theirs);
    if (result.outcome === 'dropped') return undefined;
    if (result.outcome === 'offline') return setFailure({ ...result, isKept: await isKept });
    if (result.outcome === 'invalid') {
      for (const [path, message] of Object.entries(result.fields)) form.setError(path, { type: 'server', message });
    }
    return setFailure(result);
  };

  const submitAgainst = async (row: Row | undefined) => {
    if (form.formState.isSubmitting) return;
    const save = async (input: Values) => {
      const typed = structuredClone(form.getValues());
      const onEarlierSaved = (saved: Row) => startFrom(saved, typed);
      const attempt = { input: input as z.output<Schema>, row, values: typed, confirm, onSend: draft.keep, onEarlierSaved };
      await settle(await writing.save(saver, attempt));
    };
    await form.handleSubmit(save)();
    setAttempts((count) => count + 1);
  };

  /** Ends the conflict: the chosen values stand in the form, over what the other person saved, and are sent. */
  const resolve = async (chosen: Values) => {
    if (!theirs) return;
    startFrom(theirs, chosen);
    setTheirs(undefined);
    await submitAgainst(theirs);
  };

  return {
    form,
    draft,
    failure,
    /** How many times Save was pressed: the moment to look for the first bad field. */
    attempts,
    isDirty: useCallback(() => dirtyRef.current, [dirtyRef]),
    submit: () => submitAgainst(base),
    conflict: theirs && { base, theirs, keep: () => setTheirs(undefined), resolve },
  };
}
