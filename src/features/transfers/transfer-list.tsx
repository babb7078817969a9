import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { transfersList } from '#contract/classes/transfers-list.ts';
import {
  transferReasons,
  transferTabs,
  type TransferTab,
} from '#contract/classes/transfer-kinds.ts';
import type { TransferRow } from '#contract/classes/transfers.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { useTransferCounts } from './transfer-queries.ts';
import { showSignedKip, useTransferStatus } from './transfer-words.ts';
import styles from './transfers.module.css';
import { transferRequestPath } from '#src/entities/enrolment/place.ts';

const NONE: Readonly<Record<string, string>> = {};
const MAX_DAYS = 365;
const open = ({ _id }: TransferRow) => transferRequestPath(_id);

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('transfers');
  const counts = useTransferCounts(useBranchFilters(NONE));
  return useMemo(
    () => [
      {
        kind: 'tabs',
        name: 'tab',
        label: t('list.tabs'),
        options: transferTabs.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          count: counts?.[value],
        })),
      },
      {
        kind: 'one',
        name: 'reasonCode',
        label: t('reasonCode'),
        options: transferReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
      },
      { kind: 'number', name: 'minDays', label: t('list.minDays'), min: 0, max: MAX_DAYS },
    ],
    [t, counts],
  );
}

function useColumns(): ListColumn<TransferRow>[] {
  const { t } = useTranslation('transfers');
  const nameOf = usePersonName();
  const statusOf = useTransferStatus();
  return useMemo(
    () => [
      {
        field: 'studentCode',
        label: t('list.student'),
        priority: 1,
        cell: ({ studentCode, ...row }) => (
          <>
            <WholeWords text={nameOf(row)} />{' '}
            <Aside>
              <bdi dir="ltr" className={styles.code}>
                {studentCode}
              </bdi>
            </Aside>
          </>
        ),
      },
      {
        field: 'from',
        label: t('list.classes'),
        priority: 1,
        cell: ({ from, to }) => (
          <bdi dir="ltr">
            <span className={styles.code}>{from.classCode} →</span>{' '}
            <span className={styles.code}>{to.classCode}</span>
            {from.branchId !== to.branchId && <Aside>{to.branchCode}</Aside>}
          </bdi>
        ),
      },
      {
        field: 'effectiveDate',
        label: t('effectiveDate'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ effectiveDate }) => showDay(effectiveDate),
      },
      {
        field: 'differenceLAK',
        label: t('list.difference'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        isNamed: true,
        text: ({ differenceLAK }) => showSignedKip(differenceLAK),
      },
      {
        field: 'reasonCode',
        label: t('reasonCode'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ reasonCode }) => t(`reasons.${reasonCode}`),
      },
      { field: 'status', label: t('list.status'), priority: 2, text: statusOf },
      {
        field: 'askedAt',
        label: t('list.asked'),
        priority: 3,
        cell: ({ askedAt, askedBy }) => (
          <>
            <bdi dir="ltr">{formatDate(askedAt)}</bdi> <Aside>{askedBy}</Aside>
          </>
        ),
      },
    ],
    [t, nameOf, statusOf],
  );
}

/**
 * Class Transfer Request: requests that wait for a decision here or elsewhere, completed ones, and
 * those that came to nothing.
 */
export function ClassTransferList() {
  const { t } = useTranslation(['transfers', 'shell']);
  const filters = useFilters();
  const view = useListView(transfersList, { sort: '-askedAt', filters });
  const shown = (view.filters['tab'] ?? (view.asked === '' ? 'mine' : 'all')) as TransferTab;
  const chosen = useMemo(() => ({ ...view.filters, tab: shown }), [view.filters, shown]);
  const list = usePagedList(transfersList, { ...view, filters: useBranchFilters(chosen) });
  const columns = useColumns();
  return (
    <ListPage
      name={transfersList.name}
      list={list}
      view={useMemo(() => ({ ...view, filters: chosen }), [view, chosen])}
      columns={columns}
      filters={filters}
      title={t('shell:nav.transferClass')}
      add={useCan('transfers:write') && <AddLink to={paths.createTransfer} label={t('list.add')} />}
      hint={t('list.search')}
      open={open}
      failed={t('failed')}
      empty={
        <EmptyState icon={ArrowLeftRight} title={t(`empty.${shown}`)} text={t('empty.hint')} />
      }
    />
  );
}
