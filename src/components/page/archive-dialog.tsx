import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { Textarea } from '#src/components/form/controls.ts';
import { api } from '#src/lib/api.ts';
import { say } from '#src/lib/i18n.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import type { PersonRow } from './record-actions.tsx';

type ArchiveDialogProps = { path: string; row: PersonRow; onClose: () => void; onDone: (row: PersonRow) => void };

/** Asks for the reason and puts a record away; one that is away is only confirmed to come back. */
export function ArchiveDialog({ path, row, onClose, onDone }: ArchiveDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const language = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (!row.archived && reason.trim() === '') return setProblem(fieldErrorText('reasonNeeded', language));
    setSending(true);
    const body = { version: row.version, archived: !row.archived, reason };
    const result = await saveOnce((key) => api.post<PersonRow>(`${path}/${row._id}/archive`, body, { ...settling(key), quiet: true }));
    setSending(false);
    if (result.outcome === 'saved') {
      showToast('success', t('common:saved'));
      return onDone(result.row);
    }
    const words = result.outcome === 'refused' ? result.reason : result.outcome === 'invalid' ? result.fields['reason'] : undefined;
    return setProblem(words ?? say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown'));
  };
  const title = row.archived ? t('record.restore') : t('record.archiveAsk', { name: `${row.firstName} ${row.lastName}` });
  return (
    <Dialog
      title={title}
      description={t(row.archived ? 'record.isArchived' : 'record.archiveText')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="solid" disabled={isSending} onClick={() => void send()}>
            {t(row.archived ? 'record.restore' : 'record.archive')}
          </Button>
        </>
      }
    >
      {!row.archived && (
        <>
          <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
            {t('record.field.reason')}
          </chakra.label>
          <Textarea id={id} rows={2} maxLength={200} aria-invalid={problem !== undefined} value={reason} onChange={(event) => setReason(event.target.value)} />
        </>
      )}
      {problem && (
        <chakra.p role="alert" color="fg.error" fontWeight="medium">
          {problem}
        </chakra.p>
      )}
    </Dialog>
  );
}
