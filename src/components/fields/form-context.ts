import { createContext, useContext, useState } from 'react';
import type * as z from 'zod/mini';
import { isRequired } from '#src/lib/form-schema.ts';

/** What ties one field to its form: where its value lives and whether it must be filled in. */
export type FieldBinding<Value> = {
  name: string;
  required: boolean;
  /** Never set: it makes a field for text refuse to be bound to a number. */
  holds?: Value;
};

/** Binds the fields of `Values`; a name that is none of them does not compile. */
export type FieldOf<Values> = <Name extends keyof Values & string>(
  name: Name,
) => FieldBinding<Values[Name]>;

/** How a field speaks of itself where its form compares two values of it. */
export type FieldDescription = { label: string; show: (value: unknown) => string };

type FormContextValue = {
  bind: (path: string) => FieldBinding<never>;
  describe: (name: string, description: FieldDescription) => void;
};

/** What a form lends to the fields inside it. */
export const FormContext = createContext<FormContextValue>({
  bind: (name) => ({ name, required: false }),
  describe: () => undefined,
});

/** The form around a field. */
export function useFormContextValue(): FormContextValue {
  return useContext(FormContext);
}

/** The context of a form for `schema`, and what its fields have said of themselves. */
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
