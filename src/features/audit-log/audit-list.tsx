import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { useSearchParams } from 'react-router-dom';
import type { AuditPerson, AuditRow } from '#contract/centre/audit-log.ts';
import { deviceText } from '#contract/words/audit-text.ts';
import { auditActions, auditEntities } from '#contract/words/audit/acts.ts';
import { wordFor, type AuditWords } from '#contract/words/audit/word.ts';
import { auditLogList } from '#contract/centre/audit-log-list.ts';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { useAuditWords } from './audit-words.ts';
import { auditPath } from '#src/entities/audit/audit-link.tsx';

const NONE: Readonly<Record<string, string>> = {};
const open = ({ _id }: AuditRow) => auditPath({ id: _id });

const usePeople = () => {
  const query = useBranchFilters(NONE);
  return useQuery({
    queryKey: [...listKey(auditLogList), 'people', query],
    queryFn: ({ signal }) =>
      api.get<AuditPerson[]>(`${auditLogList.path}/people`, { query, signal, quiet: true }),
  }).data;
};

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('audit-log');
  const language = useLanguage();
  const people = usePeople();
  const entityId = useSearchParams()[0].get('entityId');
  return useMemo(() => {
    const options = (words: AuditWords) =>
      Object.keys(words)
        .map((value) => ({ value, label: wordFor(words, value, language) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language));
    return [
      { kind: 'dates', isPast: true, name: 'at', label: t('field.day') },
      {
        kind: 'one',
        name: 'actorId',
        label: t('field.who'),
        options: (people ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
      },
      { kind: 'one', name: 'entity', label: t('field.entity'), options: options(auditEntities) },
      { kind: 'one', name: 'action', label: t('field.action'), options: options(auditActions) },
      ...(entityId === null
        ? []
        : [
            {
              kind: 'one',
              name: 'entityId',
              label: t('field.record'),
              options: [{ value: entityId, label: t('thisRecord') }],
            } satisfies Filter,
          ]),
    ] satisfies Filter[];
  }, [t, language, people, entityId]);
}

function useColumns(): ListColumn<AuditRow>[] {
  const { t } = useTranslation('audit-log');
  const wordsOf = useAuditWords();
  const reasonText = useReasonText();
  const { nameOf: branchOf } = useBranchChoice();
  return useMemo(
    () => [
      {
        field: 'at',
        label: t('field.at'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ at }) => formatDateTime(at),
      },
      {
        field: 'actorName',
        label: t('field.who'),
        priority: 1,
        text: (row) => ({ text: wordsOf(row).who, aside: wordsOf(row).role }),
      },
      {
        field: 'action',
        label: t('field.action'),
        priority: 1,
        text: (row) => wordsOf(row).action,
      },
      {
        field: 'entity',
        label: t('field.record'),
        priority: 2,
        cell: (row) => (
          <>
            {wordsOf(row).entity}
            <Aside>{wordsOf(row).name}</Aside>
          </>
        ),
      },
      {
        field: 'reason',
        label: t('field.reason'),
        priority: 2,
        text: ({ reason }) => reasonText(reason),
      },
      ...(branchOf
        ? [
            {
              field: 'ofBranchId',
              label: t('field.branch'),
              priority: 3,
              text: ({ ofBranchId }) => branchOf(ofBranchId ?? ''),
            } satisfies ListColumn<AuditRow>,
          ]
        : []),
      {
        field: 'device',
        label: t('field.device'),
        priority: 3,
        text: ({ device }) => deviceText(device),
      },
    ],
    [t, wordsOf, reasonText, branchOf],
  );
}

/** The audit log, newest first; a row opens the values before and after. */
export function AuditList() {
  const { t } = useTranslation(['audit-log', 'shell']);
  const filters = useFilters();
  const view = useListView(auditLogList, { sort: '-at', filters });
  const asked = useBranchFilters(view.filters);
  const list = usePagedList(auditLogList, { ...view, filters: asked });
  const columns = useColumns();
  const exported = useExportTool({
    path: auditLogList.path,
    query: asked,
    name: auditLogList.name,
  });
  return (
    <ListPage
      name={auditLogList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:page.auditLog')}
      files={[exported]}
      summary={<ReadAsOf at={list.asOf} />}
      open={open}
      failed={t('failed.list')}
      empty={<EmptyState icon={ScrollText} title={t('empty')} text={t('emptyHint')} />}
    />
  );
}
