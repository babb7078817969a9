import { useTranslation } from 'react-i18next';
import {
  alerts,
  closeAlertInput,
  type AlertKind,
  type ClosedAlert,
} from '#contract/centre/alerts.ts';
import type { QueueRow } from '#contract/reports/overview.ts';
import { DOT } from '#contract/words/dot.ts';
import { TextAreaField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

const OWN = 1;

/** Closes an alert with a note on what it was about; it cannot be opened again. */
export function CloseAlertDialog({
  row,
  onSaved,
  onClose,
}: {
  row: QueueRow;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('queue');
  const subject = [t(`alerts.${row.code as AlertKind}`), row.name, row.detail];
  return (
    <DialogForm
      title={t('close.title')}
      description={[
        subject.filter((part) => part !== '').join(DOT),
        ...(row.n === OWN ? [t('close.ofAnother')] : []),
      ].join('. ')}
      schema={closeAlertInput}
      values={{ note: '' }}
      submit={t('close.submit')}
      send={(input, key) =>
        api.post<ClosedAlert>(`${alerts.path}/${row._id}/close`, input, {
          ...withIdempotency(key),
          quiet: true,
        })
      }
      onSaved={() => {
        showToast('success', t('close.done'));
        onSaved();
      }}
      onClose={onClose}
    >
      {(field) => <TextAreaField {...field('note')} label={t('close.note')} />}
    </DialogForm>
  );
}
