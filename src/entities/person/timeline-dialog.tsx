import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEntity } from '#contract/words/audit/acts.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import styles from './person.module.css';
import type { PersonRow } from './record-dialogs.tsx';
import { useValueText, useWords } from './value-text.ts';

type EntryProps = {
  entry: TimelineEntry;
  show: ReturnType<typeof useValueText>;
  worded: ReturnType<typeof useWords>;
};

function Entry({ entry, show, worded }: EntryProps) {
  const { t } = useTranslation('people');
  const by = `${DOT}${entry.actorName || t('record.byServer')}${DOT}`;
  const changeText = (field: string, before: unknown, after: unknown) =>
    `${worded(`record.field.${field}`, field)}: ${show(field, before)} → ${show(field, after)}`;
  return (
    <li>
      <p>
        <strong>{worded(`record.action.${entry.action}`, entry.action)}</strong>
        {by}
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </p>
      {entry.changes.map(({ field, before, after }) => (
        <HelpText key={field}>{changeText(field, before, after)}</HelpText>
      ))}
    </li>
  );
}

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
  // Looked up once for the whole dialog, because it depends only on the branches and the language.
  const show = useValueText(path);
  const worded = useWords();
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
          {data.map((entry) => (
            <Entry key={entry._id} entry={entry} show={show} worded={worded} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}
