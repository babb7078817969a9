import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { blankValues, editableValues } from '#src/lib/form-schema.ts';

export type Values = Record<string, unknown>;

/** A value that can be asked for outside of rendering, and set ahead of the next one. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The values of a form, and what is saved of them as far as the form knows; a conflict moves that on. */
export function useFormValues<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(schema: Schema, row: Row | undefined) {
  const [base, setBase] = useState(row);
  const form = useForm<Values>({
    resolver: zodResolver(schema as z.ZodMiniType<Values, Values>),
    defaultValues: base ? editableValues(schema, base) : blankValues(schema),
    shouldFocusError: false,
  });
  const dirtyRef = useLatest(form.formState.isDirty);
  const baseRef = useLatest(base);
  /** Starts again from `saved`, with some values typed over it. */
  const startFrom = (saved: Row | undefined, typed: Values = {}) => {
    form.reset(saved ? editableValues(schema, saved) : blankValues(schema));
    for (const [name, value] of Object.entries(typed)) form.setValue(name, value, { shouldDirty: true });
    setBase(saved);
    // Leaving the page, or keeping its draft, may come before the next render, which would say so.
    baseRef.current = saved;
    dirtyRef.current = Object.keys(typed).length > 0;
  };
  return { form, base, baseRef, dirtyRef, startFrom };
}

export type FormValues<Schema extends z.ZodMiniObject, Row extends z.output<Schema>> = ReturnType<typeof useFormValues<Schema, Row>>;
