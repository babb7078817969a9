import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personNoteInput } from '#contract/people/people.ts';
import { TextAreaField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import type { PersonResource, PersonRow } from './record-dialogs.tsx';

type NoteDialogProps = { resource: PersonResource; row: PersonRow; onClose: () => void };

/** Asks for one line, which goes under the note of the person and into the timeline. */
export function NoteDialog({ resource, row, onClose }: NoteDialogProps) {
  const { t } = useTranslation(['record', 'common']);
  const nameOf = usePersonName();
  const client = useQueryClient();
  return (
    <DialogForm
      title={t('noteTitle', { name: nameOf(row) })}
      schema={personNoteInput}
      values={{ text: '' }}
      submit={t('common:action.save')}
      send={({ text }, key) =>
        api.post<PersonRow>(
          `${resource.path}/${row._id}/notes`,
          { text },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={(saved) => {
        const key = recordKey(resource, row._id);
        client.setQueryData(key, saved);
        void client.invalidateQueries({ queryKey: [...key, 'timeline'] });
        showToast('success', t('common:saved'));
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextAreaField {...field('text')} label={t('noteText')} />
          <HelpText>{t('noteHelp')}</HelpText>
        </>
      )}
    </DialogForm>
  );
}
