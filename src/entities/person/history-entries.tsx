import { useTranslation } from 'react-i18next';
import type { AuditEntity } from '#contract/words/audit/acts.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import type { ResourceAddress } from '#src/lib/request/resource.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useHistory } from './history.ts';
import styles from './person.module.css';
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

/** The changes of a person's record, each with its person, time and both values. */
export function HistoryEntries({
  path,
  entries,
}: {
  path: string;
  entries: readonly TimelineEntry[];
}) {
  // Looked up once for the whole list, because it depends only on the branches and the language.
  const show = useValueText(path);
  const worded = useWords();
  return entries.map((entry) => (
    <Entry key={entry._id} entry={entry} show={show} worded={worded} />
  ));
}

/** The part of a record that says who changed what. */
export function HistoryPanel({ resource, id }: { resource: ResourceAddress; id: string }) {
  const { t } = useTranslation(['people', 'record']);
  const { data, error, refetch } = useHistory(resource, id);
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('record:loadFailed')} onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton rows={5} />
    );
  return (
    <Panel
      title={t('record:history')}
      tools={<AuditLink entity={resource.name as AuditEntity} entityId={id} />}
    >
      {data.length === 0 ? (
        <PanelText isMuted>
          <span>{t('record.historyEmpty')}</span>
        </PanelText>
      ) : (
        <ol className={styles.history}>
          <HistoryEntries path={resource.path} entries={data} />
        </ol>
      )}
    </Panel>
  );
}
