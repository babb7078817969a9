import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { students, studentStatuses, type StatusesChanged, type StudentStatus } from '#contract/students.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { api } from '#src/lib/api.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { formatNumber } from '#src/lib/format.ts';
import { listKey } from '#src/lib/resource.ts';
import type { SaveResult } from '#src/lib/save.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { PlainField, PlainSelect } from '#src/theme/plain-field.tsx';

type Words = TFunction<['people', 'common']>;

const change = (path: string, body: unknown): Promise<SaveResult<StatusesChanged>> =>
  saveOnce((key) => api.post<StatusesChanged>(path, body, settling(key)));

async function undo(client: QueryClient, t: Words, changed: StatusesChanged): Promise<void> {
  const result = await change('/students/status/undo', changed);
  if (result.outcome === 'saved') showToast('success', t('statusesUndone', { n: formatNumber(changed.students.length) }));
  await client.invalidateQueries({ queryKey: listKey(students) });
}

/** Says that it is done, with the way back. */
function tellChanged(client: QueryClient, t: Words, changed: StatusesChanged): void {
  const count = changed.students.length;
  const text = t('statusesChanged', { n: formatNumber(count) });
  if (count === 0) showToast('info', text);
  else showToast('success', text, undefined, { label: t('common:action.undo'), run: () => void undo(client, t, changed) });
}

type StatusDialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void };

/** Gives the chosen students one status; who leaves does so for a reason. */
export function StatusDialog({ ids, onClose, onDone }: StatusDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const language = useLanguage();
  const client = useQueryClient();
  const [status, setStatus] = useState<StudentStatus>('active');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const save = async () => {
    if (status === 'left' && reason.trim() === '') return setError(fieldErrorText('required', language));
    const result = await change('/students/status', { ids, status, reason });
    if (result.outcome === 'invalid') return setError(result.fields['reason']);
    if (result.outcome !== 'saved') return;
    tellChanged(client, t, result.row);
    void client.invalidateQueries({ queryKey: listKey(students) });
    onDone();
  };
  return (
    <Dialog
      title={t('statusOf', { n: formatNumber(ids.length) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="solid" onClick={() => void save()}>
            {t('changeStatus')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <PlainSelect label={t('status')} value={status} onChange={(event) => setStatus(event.target.value as StudentStatus)}>
          {studentStatuses.map((value) => (
            <option key={value} value={value}>
              {t(`statuses.${value}`)}
            </option>
          ))}
        </PlainSelect>
        <PlainField
          label={t('reason')}
          value={reason}
          maxLength={200}
          required={status === 'left'}
          error={error}
          onChange={(event) => setReason(event.target.value)}
        />
      </chakra.div>
    </Dialog>
  );
}
