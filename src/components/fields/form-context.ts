import { createContext, useContext, useState, type ComponentType, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { isRequired } from '#src/lib/form-schema.ts';

/** Ties a field to its form: the name of its value, and whether it is required. */
export type FieldBinding<Value> = {
  name: string;
  required: boolean;
  /** Never set. It stops a text field from being bound to a number. */
  holds?: Value;
};

/** Binds the fields of `Values`; any other name does not compile. */
export type FieldOf<Values> = <Name extends keyof Values & string>(
  name: Name,
) => FieldBinding<Values[Name]>;

/** A field's label and its way to show values, for comparing two values of it. */
export type FieldDescription = { label: string; show: (value: unknown) => string };

type FormContextValue = {
  bind: (path: string) => FieldBinding<never>;
  /** Says what a field is while it is drawn; the answer is called when it is drawn no longer. */
  describe: (name: string, description: FieldDescription) => () => void;
};

/** Passes the form's functions to the fields inside it. */
export const FormContext = createContext<FormContextValue>({
  bind: (name) => ({ name, required: false }),
  describe: () => () => undefined,
});

export function useFormContextValue(): FormContextValue {
  return useContext(FormContext);
}

/**
 * A form context for `schema`, the descriptions its fields have registered, and the names of the
 * fields that are drawn now.
 */
export function useNewFormContext(schema: z.ZodMiniObject) {
  const [made] = useState(() => {
    const descriptions = new Map<string, FieldDescription>();
    const drawn = new Set<string>();
    const context: FormContextValue = {
      bind: (name) => ({ name, required: isRequired(schema, name) }),
      describe: (name, description) => {
        descriptions.set(name, description);
        drawn.add(name);
        return () => void drawn.delete(name);
      },
    };
    return { context, descriptions, drawn };
  });
  return made;
}

/** A section of a form: its heading, and the fields in it. */
export type SectionProps = {
  title: string;
  /** True if its only field is required and has no label of its own. */
  required?: boolean;
  hint?: string;
  /** Stands in place of the fields while a record is read and this section is not edited. */
  reading?: ReactNode;
  /** The values of fields that draw no value for reading. */
  names?: readonly string[];
  children: ReactNode;
};

/** A value of a form for reading. */
export type ReadValueProps = {
  name: string;
  label: string;
  shown: () => string;
  error: string | undefined;
  wide: boolean;
  /** True for a number, a time or a telephone number, which are written from left to right. */
  isLtr: boolean;
};

/**
 * Draws the sections and values of a record that is read first; undefined in a form whose fields
 * are all open. `Value` is missing inside a section that is edited.
 */
export const FormLook = createContext<{
  Section?: ComponentType<SectionProps>;
  Value?: ComponentType<ReadValueProps>;
}>({});

/** True inside a section that is only read. */
export const useIsReading = (): boolean => useContext(FormLook).Value !== undefined;
