import { createContext, useContext, useState } from 'react';
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
  describe: (name: string, description: FieldDescription) => void;
};

/** Passes the form's functions to the fields inside it. */
export const FormContext = createContext<FormContextValue>({
  bind: (name) => ({ name, required: false }),
  describe: () => undefined,
});

export function useFormContextValue(): FormContextValue {
  return useContext(FormContext);
}

/** A form context for `schema`, and the descriptions its fields have registered. */
export function useNewFormContext(schema: z.ZodMiniObject) {
  const [made] = useState(() => {
    const descriptions = new Map<string, FieldDescription>();
    const context: FormContextValue = {
      bind: (name) => ({ name, required: isRequired(schema, name) }),
      describe: (name, description) => void descriptions.set(name, description),
    };
    return { context, descriptions };
  });
  return made;
}
