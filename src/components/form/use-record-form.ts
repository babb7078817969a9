import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type EditSource, type Failure, useEdit } from '#src/components/edit/use-edit.ts';
import { blankValues, editableValues } from '#src/lib/form-schema.ts';
import type { Saver } from '#src/lib/request/save.ts';
import type { DraftSubject } from '#src/offline/drafts/drafts.ts';

type Values = Record<string, unknown>;

export type RecordFormOptions<Schema extends z.ZodMiniObject, Row> = {
  schema: Schema;
  /**
   * The saved record; none for a new one. It is read once, so that a form does not change while
   * somebody fills it in.
   */
  row: Row | undefined;
  /** The form and record of its drafts. */
  draft: DraftSubject;
  saver: Saver<z.output<Schema>, Row>;
  /** Asks about an entry that looks wrong before it is sent; `false` returns to the form. */
  confirm?: (input: z.output<Schema>, row: Row | undefined) => Promise<boolean>;
  onSaved: (row: Row) => void;
};

/** A value that can be read outside of rendering, and set ahead of the next render. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * The values of a form, and the saved record it was opened with; a conflict replaces that record.
 */
function useFormSource<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(
  schema: Schema,
  row: Row | undefined,
) {
  const [base, setBase] = useState(row);
  const form = useForm<Values>({
    resolver: zodResolver(schema as z.ZodMiniType<Values, Values>),
    defaultValues: base ? editableValues(schema, base) : blankValues(schema),
    shouldFocusError: false,
  });
  const dirtyRef = useLatest(form.formState.isDirty);
  const baseRef = useLatest(base);
  const source: EditSource<Values, Row> = {
    read: form.getValues,
    isDirty: () => dirtyRef.current,
    base: () => baseRef.current,
    startFrom: (saved, typed = {}) => {
      // A draft may have stored fewer fields of its record than the form was opened with.
      const next = saved && { ...row, ...saved };
      form.reset(next ? editableValues(schema, next) : blankValues(schema));
      for (const [name, value] of Object.entries(typed))
        form.setValue(name, value, { shouldDirty: true });
      setBase(next);
      // Leaving the page, or storing its draft, may happen before the next render.
      baseRef.current = next;
      dirtyRef.current = Object.keys(typed).length > 0;
    },
  };
  return { form, base, source };
}

/** The form of a record: its fields in react-hook-form, everything else in the edit engine. */
export function useRecordForm<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(
  { schema, row, draft: place, saver, confirm, onSaved }: RecordFormOptions<Schema, Row>,
  isWritable: boolean,
) {
  type Input = z.output<Schema>;
  const { form, base, source } = useFormSource<Schema, Row>(schema, row);
  const [attempts, setAttempts] = useState(0);
  const showAtFields = (failure: Failure) => {
    if (failure.outcome !== 'invalid') return;
    for (const [path, message] of Object.entries(failure.fields))
      form.setError(path, { type: 'server', message });
  };
  const { draft, failure, submit, conflict } = useEdit<Values, Input, Row>({
    place,
    schema,
    isWritable,
    source,
    saver,
    confirm,
    onSaved,
    onFailed: showAtFields,
  });
  const { changed } = draft;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: changed }),
    [form, changed],
  );

  const submitOver = async (over: Row | undefined) => {
    await form.handleSubmit((input) => submit(input as Input, over))();
    setAttempts((count) => count + 1);
  };
  return {
    form,
    source,
    draft,
    failure,
    /** The number of times Save was pressed; each press focuses the first bad field. */
    attempts,
    /** `values`: the button's values, which are set before sending. */
    submit: (values: Values = {}) => {
      for (const [name, value] of Object.entries(values))
        form.setValue(name, value, { shouldDirty: true });
      return submitOver(base);
    },
    conflict: conflict && {
      base,
      theirs: conflict.theirs,
      keep: conflict.keep,
      /** Ends the conflict by sending the chosen values over what the other person saved. */
      resolve: (chosen: Values) => {
        conflict.take(chosen);
        return submitOver(conflict.theirs);
      },
    },
  };
}
