import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { drawers, shifts } from '#contract/money/drawer-paths.ts';
import { MAX_SHIFTS, type CurrencySums, type Shift } from '#contract/money/drawers.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { DifferenceMark } from '#src/entities/drawer/difference-mark.tsx';
import { isOfAnotherDay } from '#src/entities/drawer/use-drawer.ts';
import { api } from '#src/lib/request/api.ts';
import { formatDate, formatTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import styles from '#src/features/payment-history/payment-history.module.css';

const useShifts = (branchId: string, before: string | null) =>
  useQuery({
    queryKey: [drawers.name, 'shifts', branchId, before],
    queryFn: ({ signal }) =>
      api.get<Shift[]>(shifts.path, {
        query: { branchId, ...(before !== null && { before }) },
        signal,
        quiet: true,
      }),
    staleTime: 0,
  });

/** The sum of each currency, one below the other; a zero is shown for kip only. */
const Sums = ({ sums }: { sums: CurrencySums | null }) =>
  sums && (
    <span className={styles.currencies}>
      {priceCurrencies
        .filter((currency) => currency === 'LAK' || sums[currency] !== 0)
        .map((currency) => (
          <bdi key={currency} dir="ltr">
            {showMoney(sums[currency], currency)}{' '}
            <small className={styles.inline}>{currency}</small>
          </bdi>
        ))}
    </span>
  );

/** The people who opened and counted it, with the times; each part stays on one line. */
function People({ shift: { openedBy, openedAt, closedBy, closedAt } }: { shift: Shift }) {
  return (
    <span className={styles.people}>
      <span>{`${openedBy} ${formatTime(openedAt)}`}</span>
      {closedAt !== null && <span>{`→ ${closedBy} ${formatTime(closedAt)}`}</span>}
    </span>
  );
}

function Difference({ shift: { difference, toBeAccepted } }: { shift: Shift }) {
  const { t } = useTranslation('days');
  if (!difference) return null;
  const off = priceCurrencies.filter((currency) => difference[currency] !== 0);
  return (
    <>
      {(off.length === 0 ? (['LAK'] as const) : off).map((currency) => (
        <span key={currency} className={`${styles.line} ${styles.difference}`}>
          <DifferenceMark
            amount={difference[currency]}
            currency={currency}
            isAbove={toBeAccepted}
          />{' '}
          {off.length > 0 && <small className={styles.inline}>{currency}</small>}
        </span>
      ))}
      {toBeAccepted && <small>{t('toBeAccepted')}</small>}
    </>
  );
}

function useColumns(): ListColumn<Shift>[] {
  const { t } = useTranslation('days');
  return useMemo(
    () => [
      { field: 'drawerName', label: t('drawer'), priority: 1, ltrNoWrap: true },
      {
        field: 'day',
        label: t('day'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ day }) => formatDate(day),
      },
      {
        field: 'closedAt',
        label: t('state'),
        priority: 1,
        text: (shift) =>
          shift.closedAt === null
            ? { text: t(isOfAnotherDay(shift) ? 'forgotten' : 'isOpen'), tone: 'new' }
            : { text: t('isCounted'), tone: 'on' },
      },
      {
        field: 'openedBy',
        label: t('who'),
        priority: 2,
        cell: (shift) => <People shift={shift} />,
      },
      {
        field: 'expected',
        label: t('expected'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        isNamed: true,
        cell: ({ expected }) => <Sums sums={expected} />,
      },
      {
        field: 'counts',
        label: t('counted'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        isNamed: ({ counts }) => counts !== null,
        cell: ({ counts }) => <Sums sums={counts} />,
      },
      {
        field: 'difference',
        label: t('difference'),
        priority: 1,
        cell: (shift) => <Difference shift={shift} />,
      },
    ],
    [t],
  );
}

const open = ({ _id }: Shift) => historyPath('drawers', _id);

/**
 * Drawers of an earlier day that nobody has counted, and those that wait for a second person, come
 * above all others.
 */
function Waiting({ shifts: rows }: { shifts: readonly Shift[] }) {
  const { t } = useTranslation('days');
  const waiting = rows.filter(
    (shift) => shift.toBeAccepted || (shift.closedAt === null && isOfAnotherDay(shift)),
  );
  if (waiting.length === 0) return null;
  return (
    <Note role="status" tone="bad" icon={TriangleAlert}>
      <ul>
        {waiting.map((shift) => (
          <li key={shift._id}>
            <LinkButton look="text" to={open(shift)}>
              {t(shift.closedAt === null ? 'forgottenSince' : 'stillToAccept', {
                name: shift.drawerName,
                day: formatDate(shift.day),
                who: shift.openedBy,
              })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Every drawer of the branch by day: its expected and counted sums, and its people. */
export function ShiftList({ branchId, before }: { branchId: string; before: string | null }) {
  const { t } = useTranslation('days');
  const { data, error, refetch } = useShifts(branchId, before);
  const columns = useColumns();
  const last = data?.at(-1);
  return (
    <Stack>
      <PageHeader title={t('drawersTitle')} />
      <PrintFrame isBuilt title={t('drawersTitle')} />
      {data && <Waiting shifts={data} />}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failedDrawers')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={columns.length} />
        ))}
      {data?.length === 0 && <EmptyState icon={Wallet} title={t('noShifts')} />}
      {data && data.length > 0 && (
        <RecordTable label={t('drawersTitle')} rows={data} columns={columns} open={open} />
      )}
      <nav aria-label={t('otherDays')}>
        <Toolbar>
          {before !== null && <LinkButton to={historyPath('drawers')}>{t('newest')}</LinkButton>}
          {last && data && data.length >= MAX_SHIFTS && (
            <LinkButton to={`${historyPath('drawers')}&before=${last.day}`}>
              {t('older')}
            </LinkButton>
          )}
        </Toolbar>
      </nav>
    </Stack>
  );
}
