import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optionalText, text } from '#contract/fields.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';

const needed = z.object({ reason: text(200) });
const free = z.object({ reason: optionalText(200) });

type ReasonDialogProps<Row> = {
  title: string;
  /** The effect of the step. */
  description: string;
  submit: string;
  isHarmful?: boolean;
  /** True if the step may be taken without a reason. */
  isOptional?: boolean;
  send: (reason: string, idempotencyKey: string) => Promise<Row>;
  onSaved: (row: Row) => void;
  onClose: () => void;
};

/** Asks for a reason, which is stored with the step. */
export function StockReasonDialog<Row>({
  send,
  isOptional = false,
  ...dialog
}: ReasonDialogProps<Row>) {
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
