import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { RowOf } from '#contract/list-of.ts';
import type { InputOf, Resource } from '#contract/resource.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { blankValues } from '#src/lib/form-schema.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { DialogForm } from './dialog-form.tsx';

type AddDialogProps<R extends Resource, Schema extends z.ZodMiniObject> = AddingProps & {
  resource: R;
  /** Of the resource's input, or of one that becomes it by `send`. */
  schema: Schema;
  title: string;
  /** What the fields begin with, where that is not their default. */
  values?: Partial<z.output<Schema>>;
  /** Another way to save than the resource's own. */
  send?: (input: z.output<Schema>, idempotencyKey: string) => Promise<RowOf<R>>;
  children: (field: FieldOf<z.output<Schema>>) => ReactNode;
};

/**
 * Adds a record from within another form, with the fields that it cannot do without; the others are
 * on its own page.
 */
export function AddDialog<R extends Resource, Schema extends z.ZodMiniObject>({
  resource,
  schema,
  title,
  values,
  send,
  onAdded,
  onClose,
  children,
}: AddDialogProps<R, Schema>) {
  const { t } = useTranslation();
  const saver = useSaver(resource);
  return (
    <DialogForm
      title={title}
      schema={schema}
      values={{ ...blankValues(schema), ...values } as z.input<Schema>}
      submit={t('action.save')}
      send={async (input, key) => {
        const row = await (send
          ? send(input, key)
          : saver.send(input as InputOf<R>, undefined, key));
        await saver.onConfirmed?.(row as Parameters<NonNullable<typeof saver.onConfirmed>>[0]);
        return row;
      }}
      onSaved={({ _id }) => onAdded(_id)}
      onClose={onClose}
    >
      {children}
    </DialogForm>
  );
}
