import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optionalText } from '#contract/fields.ts';
import { TextAreaField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import type { PersonRow } from './record-dialogs.tsx';

type ArchiveDialogProps = {
  path: string;
  row: PersonRow;
  onClose: () => void;
  onDone: (row: PersonRow) => void;
};

const withoutReason = z.object({ reason: optionalText(200) });
const withReason = z.object({
  reason: optionalText(200).check(z.refine((reason) => reason !== '', { error: 'reasonNeeded' })),
});

/** Archives a record with a reason, or restores an archived one after a question. */
export function ArchiveDialog({ path, row, onClose, onDone }: ArchiveDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const nameOf = usePersonName();
  return (
    <DialogForm
      title={row.archived ? t('record.restore') : t('record.archiveAsk', { name: nameOf(row) })}
      description={t(row.archived ? 'record.isArchived' : 'record.archiveText')}
      schema={row.archived ? withoutReason : withReason}
      values={{ reason: '' }}
      submit={t(row.archived ? 'record.restore' : 'record.archive')}
      send={({ reason }, key) =>
        api.post<PersonRow>(
          `${path}/${row._id}/archive`,
          { version: row.version, archived: !row.archived, reason },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={(saved) => {
        showToast('success', t('common:saved'));
        onDone(saved);
      }}
      onClose={onClose}
    >
      {(field) =>
        !row.archived && <TextAreaField {...field('reason')} label={t('record.field.reason')} />
      }
    </DialogForm>
  );
}
