import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { Link } from 'react-router-dom';
import type { AuditRecord as Entry } from '#contract/centre/audit-log.ts';
import { auditChanges, auditFieldText, auditText, deviceText } from '#contract/words/audit-text.ts';
import type { AuditEntity } from '#contract/words/audit/acts.ts';
import type { AlertKind } from '#contract/centre/alerts.ts';
import { auditLogList } from '#contract/centre/audit-log-list.ts';
import { actions } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useAuditWords } from './audit-words.ts';
import { auditPath } from '#src/entities/audit/audit-link.tsx';

function EntryFacts({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit-log');
  const reasonText = useReasonText();
  const { who, role, entity, name } = useAuditWords()(entry);
  return (
    <Facts>
      <Fact label={t('field.who')}>{[who, role].filter(Boolean).join(DOT)}</Fact>
      <Fact label={t('field.record')}>
        {[entity, name].filter(Boolean).join(DOT)}
        {entry.entityId !== '' && entry.entity !== 'screens' && (
          <Link to={auditPath({ entity: entry.entity as AuditEntity, entityId: entry.entityId })}>
            {t('all')}
          </Link>
        )}
      </Fact>
      {entry.reason !== '' && <Fact label={t('field.reason')}>{reasonText(entry.reason)}</Fact>}
      <Fact label={t('field.device')}>
        {[deviceText(entry.device), entry.ip].filter(Boolean).join(DOT)}
      </Fact>
    </Facts>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['audit-log', 'queue', 'rights-page']);
  const language = useLanguage();
  const changes = auditChanges(entry.before, entry.after);
  const beside = { ...entry.before, ...entry.after };
  const special = (field: string, value: string) => {
    if (entry.entity === 'alerts' && field === 'kind')
      return t(`queue:alerts.${value as AlertKind}`);
    const isRight = field === 'adds' || field === 'removes';
    return isRight && actions.some((action) => action === value)
      ? t(`rights-page:action.${value.replace(':', '_') as 'orders_write'}`)
      : undefined;
  };
  const speaking = { language, names: entry.names, special };
  const textOf = (field: string, value: unknown) => auditText(field, value, beside, speaking);
  if (changes.length === 0) return <PanelText isMuted>{t('noChanges')}</PanelText>;
  return (
    <SmallTable>
      <thead>
        <tr>
          <th scope="col">{t('field.field')}</th>
          <th scope="col">{t('field.before')}</th>
          <th scope="col">{t('field.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{auditFieldText(field, language)}</th>
            <td>{textOf(field, before)}</td>
            <td>{textOf(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}

/** One entry of the audit log, for reading, with the values before and after. */
export function AuditRecord({ id }: { id: string }) {
  const { t } = useTranslation('audit-log');
  const wordsOf = useAuditWords();
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(auditLogList, id),
    queryFn: ({ signal }) =>
      api.get<Entry>(`${auditLogList.path}/${encodeURIComponent(id)}`, { signal, quiet: true }),
  });
  return (
    <>
      <PageHeader
        title={data ? `${wordsOf(data).action}${DOT}${formatDateTime(data.at)}` : t('entry')}
        back={auditPath()}
      />
      {data && (
        <Panel title={t('entry')}>
          <EntryFacts entry={data} />
          <Changes entry={data} />
        </Panel>
      )}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed.one')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={3} />
        ))}
    </>
  );
}
