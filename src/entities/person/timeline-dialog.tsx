import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEntity } from '#contract/words/audit/acts.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { HistoryEntries } from './history-entries.tsx';
import styles from './person.module.css';
import type { PersonRow } from './record-dialogs.tsx';

/** The changes of a record, with person and time, newest first. */
export function TimelineDialog({
  path,
  row,
  onClose,
}: {
  path: string;
  row: PersonRow;
  onClose: () => void;
}) {
  const { t } = useTranslation(['people', 'common']);
  const nameOf = usePersonName();
  const { data, isError, error } = useQuery({
    queryKey: [path, 'timeline', row._id, row.version],
    queryFn: ({ signal }) =>
      api.get<TimelineEntry[]>(`${path}/${row._id}/timeline`, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <Dialog
      title={t('record.historyOf', { name: nameOf(row) })}
      onClose={onClose}
      footer={
        <>
          <AuditLink entity={path.slice(1) as AuditEntity} entityId={row._id} />
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </>
      }
    >
      {isError && <p role="alert">{readFailureText(error)}</p>}
      {!data && !isError && <p role="status">{t('common:loading')}</p>}
      {data?.length === 0 && <p>{t('record.historyEmpty')}</p>}
      {data && data.length > 0 && (
        <ol className={styles.entries} tabIndex={0}>
          <HistoryEntries path={path} entries={data} />
        </ol>
      )}
    </Dialog>
  );
}
