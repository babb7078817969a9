import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { blankValues, editableValues } from '#src/lib/form-schema.ts';
import type { SaveResult } from '#src/lib/save.ts';

type Values = Record<string, unknown>;

/** Why the last try did not save, for the save bar; `undefined` before the first try and after one that did. */
export type Failure = Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' | 'dropped' }>;

type Options<Schema extends z.ZodMiniObject, Row> = {
  schema: Schema;
  row: Row | undefined;
  onSubmit: (input: z.output<Schema>, row: Row | undefined) => Promise<SaveResult<Row>>;
  onSaved: (row: Row) => void;
};

/** A value that can be asked for outside of rendering, and set ahead of the next one. */
function useLatest(value: boolean): RefObject<boolean> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** The state of a record's form: its values, what became of the last try to save them, and a conflict to be settled. */
export function useRecordForm<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(options: Options<Schema, Row>) {
  const { schema, onSubmit, onSaved } = options;
  /** What is saved, as far as this form knows; a conflict moves it on. */
  const [base, setBase] = useState(options.row);
  const [theirs, setTheirs] = useState<Row>();
  const [failure, setFailure] = useState<Failure>();
  const [attempts, setAttempts] = useState(0);
  const form = useForm<Values>({
    resolver: zodResolver(schema as z.ZodMiniType<Values, Values>),
    defaultValues: base ? editableValues(schema, base) : blankValues(schema),
    shouldFocusError: false,
  });
  const dirtyRef = useLatest(form.formState.isDirty);

  const settle = (result: SaveResult<Row>) => {
    setFailure(undefined);
    if (result.outcome === 'saved') {
      form.reset(editableValues(schema, result.row));
      setBase(result.row);
      // Leaving the page comes before the next render, which would say so.
      dirtyRef.current = false;
      return onSaved(result.row);
    }
    if (result.outcome === 'conflict') return setTheirs(result.theirs);
    if (result.outcome === 'dropped') return undefined;
    if (result.outcome === 'invalid') {
      for (const [path, message] of Object.entries(result.fields)) form.setError(path, { type: 'server', message });
    }
    return setFailure(result);
  };

  const submitAgainst = async (row: Row | undefined) => {
    if (form.formState.isSubmitting) return;
    await form.handleSubmit(async (input) => settle(await onSubmit(input as z.output<Schema>, row)))();
    setAttempts((count) => count + 1);
  };

  /** Ends the conflict: the chosen values stand in the form, over what the other person saved, and are sent. */
  const resolve = async (chosen: Values) => {
    if (!theirs) return;
    form.reset(editableValues(schema, theirs));
    for (const [name, value] of Object.entries(chosen)) form.setValue(name, value, { shouldDirty: true });
    setBase(theirs);
    setTheirs(undefined);
    await submitAgainst(theirs);
  };

  return {
    form,
    failure,
    /** How many times Save was pressed: the moment to look for the first bad field. */
    attempts,
    isDirty: useCallback(() => dirtyRef.current, [dirtyRef]),
    submit: () => submitAgainst(base),
    conflict: theirs && { base, theirs, keep: () => setTheirs(undefined), resolve },
  };
}
