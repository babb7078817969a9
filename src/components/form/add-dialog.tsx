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
  /** The resource's input, or one that `send` turns into it. */
  schema: Schema;
  title: string;
  /** Initial values other than the defaults. */
  values?: Partial<z.output<Schema>>;
  /** Replaces the resource's own way to save. */
  send?: (input: z.output<Schema>, idempotencyKey: string) => Promise<RowOf<R>>;
  children: (field: FieldOf<z.output<Schema>>) => ReactNode;
};

/**
 * Adds a record from within another form, with its required fields; its own page has the others.
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
