import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optionalText, text } from '#contract/fields.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';

const needed = z.object({ reason: text(200) });
const free = z.object({ reason: optionalText(200) });

type ReasonDialogProps<Row> = {
  title: string;
  /** What follows from it. */
  description: string;
  submit: string;
  isHarmful?: boolean;
  /** The step may be done without saying why. */
  isOptional?: boolean;
  send: (reason: string, idempotencyKey: string) => Promise<Row>;
  onSaved: (row: Row) => void;
  onClose: () => void;
};

/** Asks why, before a step that is kept with its reason. */
export function ReasonDialog<Row>({ send, isOptional = false, ...dialog }: ReasonDialogProps<Row>) {
  const { t } = useTranslation('stock');
  return (
    <DialogForm
      {...dialog}
      schema={isOptional ? free : needed}
      values={{ reason: '' }}
      send={({ reason }, key) => send(reason, key)}
    >
      {(field) => <TextField {...field('reason')} label={t('reason')} />}
    </DialogForm>
  );
}
