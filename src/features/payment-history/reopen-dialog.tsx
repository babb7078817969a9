import { useTranslation } from 'react-i18next';
import { reopenShiftInput } from '#contract/money/drawers.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';

type ReopenProps = {
  title: string;
  text: string;
  path: string;
  more?: object;
  onClose: () => void;
};

/** Asks for the reason to reopen a day or a drawer. */
export function ReopenDialog({ title, text, path, more = {}, onClose }: ReopenProps) {
  const { t } = useTranslation('days');
  const changed = useDrawersChanged();
  return (
    <DialogForm
      title={title}
      description={text}
      schema={reopenShiftInput}
      values={{ reason: '' }}
      submit={t('reopen')}
      send={(input, key) =>
        api.post<object>(path, { ...input, ...more }, { ...withIdempotency(key), quiet: true })
      }
      onSaved={async () => {
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('reason')} />}
    </DialogForm>
  );
}
