import { CalendarDays } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DAYS, type DayRow } from '#contract/money/days.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { useDays } from './days-queries.ts';

type Row = DayRow & { _id: string };
const tones = { open: 'new', reopened: 'new', closed: 'on' } as const;

function useColumns(): ListColumn<Row>[] {
  const { t } = useTranslation('days');
  return useMemo(
    () => [
      {
        field: 'day',
        label: t('day'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ day }) => formatDate(day),
      },
      {
        field: 'state',
        label: t('state'),
        priority: 1,
        text: ({ state }) => ({ text: t(`states.${state}`), tone: tones[state] }),
      },
      {
        field: 'receivedLAK',
        label: t('receivedInKip'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: ({ receivedLAK }) => formatNumber(receivedLAK),
      },
      {
        field: 'billedLAK',
        label: t('billedInKip'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        isNamed: true,
        text: ({ billedLAK }) => formatNumber(billedLAK),
      },
      {
        field: 'inTheWay',
        label: t('drawers'),
        priority: 2,
        isNamed: true,
        text: ({ drawers, inTheWay }) => ({
          text: formatNumber(drawers),
          ...(inTheWay > 0 && { aside: `· ${t('inTheWayCount', { count: inTheWay })}` }),
        }),
      },
    ],
    [t],
  );
}

const open = ({ day }: Row) => historyPath('days', day);

/** Every day with any entries, newest first: open or closed, with its sums. */
export function ClosingDays({ branchId, before }: { branchId: string; before: string | null }) {
  const { t } = useTranslation('days');
  const { data, error, refetch } = useDays(branchId, before);
  const columns = useColumns();
  const rows = useMemo(() => data?.map((row) => ({ ...row, _id: row.day })), [data]);
  const last = rows?.at(-1);
  return (
    <Stack>
      <PageHeader title={t('title')} />
      <PrintFrame isBuilt title={t('title')} />
      {!rows &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={columns.length} />
        ))}
      {rows?.length === 0 && <EmptyState icon={CalendarDays} title={t('none')} />}
      {rows && rows.length > 0 && (
        <RecordTable label={t('title')} rows={rows} columns={columns} open={open} />
      )}
      <nav aria-label={t('otherDays')}>
        <Toolbar>
          {before !== null && <LinkButton to={historyPath('days')}>{t('newest')}</LinkButton>}
          {last && rows && rows.length >= MAX_DAYS && (
            <LinkButton to={`${historyPath('days')}&before=${last.day}`}>{t('older')}</LinkButton>
          )}
        </Toolbar>
      </nav>
    </Stack>
  );
}
