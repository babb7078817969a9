import { useQueryClient } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { Button } from '#src/components/kit/button.tsx';
import { isOfClass } from '#src/entities/class/class-copies.ts';
import { api } from '#src/lib/request/api.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

/**
 * Opens a draft for enrolment, without a question: as long as nobody is enrolled it can become a
 * draft again.
 */
export function OpenClass({ row }: { row: SchoolClass }) {
  const { t } = useTranslation('class-page');
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  if (row.status !== 'draft') return null;
  const open = async () => {
    setSending(true);
    const body = { version: row.version, status: 'open' };
    const result = await saveOnce((key) =>
      api.post<SchoolClass>(`${classesList.path}/${row._id}/status`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    setSending(false);
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfClass(row._id, queryKey[0]) });
    if (result.outcome !== 'saved') return showFailure(result);
    void keepRow(client, classesList, result.row);
    showToast('success', t('open.done', { classCode: row.classCode }));
    // The button disappears with the status it was for.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <Button icon={DoorOpen} look="solid" disabled={isSending} onClick={() => void open()}>
      {t('open.action')}
    </Button>
  );
}
