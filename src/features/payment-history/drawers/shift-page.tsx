import { LockOpen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shifts } from '#contract/money/drawer-paths.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Stack, HeadLine } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { ClosedDrawer } from '#src/entities/drawer/closed-drawer.tsx';
import { useShift } from '#src/entities/drawer/drawer-queries.ts';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { rowsOfExpected } from '#src/entities/drawer/drawer-sums.ts';
import { LastReceipts } from '#src/entities/drawer/last-receipts.tsx';
import { OfflineCashList } from '#src/entities/drawer/offline-cash-list.tsx';
import { DrawerMovements } from '#src/entities/drawer/movement-list.tsx';
import { ExpectedTable } from '#src/entities/drawer/sums-table.tsx';
import { isOfAnotherDay } from '#src/entities/drawer/use-drawer.ts';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';

const ReopenDialog = lazy(async () => ({
  default: (await import('#src/features/payment-history/reopen-dialog.tsx')).ReopenDialog,
}));

/** An open drawer as finance sees it, without actions, because it is counted at the desk. */
function StillOpen({ shift }: { shift: ShiftRecord }) {
  const { t } = useTranslation(['drawer', 'days']);
  return (
    <>
      {isOfAnotherDay(shift) && (
        <Note role="status" tone="bad">
          <p>{t('overnight', { day: formatDate(shift.day) })}</p>
        </Note>
      )}
      <Panel
        id="shift-now"
        title={t('now')}
        tools={
          <LinkButton look="text" to={`${paths.newEnrollment}${DRAWER_VIEW}`}>
            {t('days:countAtDesk')}
          </LinkButton>
        }
      >
        <ExpectedTable rows={rowsOfExpected(shift)} expected={shift.expected} />
      </Panel>
      <OfflineCashList shift={shift} />
    </>
  );
}

/**
 * One drawer from opening to closing: its sums, closing, paper, receipts and movements; finance can
 * reopen it.
 */
export function ShiftPage({ shiftId }: { shiftId: string }) {
  const { t } = useTranslation(['drawer', 'days', 'common']);
  const { data: shift, error, refetch } = useShift(shiftId);
  const mayReopen = useCan('drawers:reopen');
  const [isReopening, setReopening] = useState(false);
  const isAway = useServerUnreachable();
  if (!shift) {
    return (
      <>
        <PageHeader title={t('anyTitle')} back={historyPath('drawers')} />
        {error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <p role="status">{t('common:loading')}</p>
        )}
      </>
    );
  }
  const isClosed = shift.closedAt !== null;
  const title = `${t('title', { name: shift.drawerName })}${DOT}${formatDate(shift.day)}`;
  return (
    <Stack>
      <PageHeader title={title} back={historyPath('drawers')}>
        {isClosed && mayReopen && (
          <Button icon={LockOpen} disabled={isAway} onClick={() => setReopening(true)}>
            {t('days:reopen')}
          </Button>
        )}
      </PageHeader>
      <PrintFrame isBuilt title={title} />
      <HeadLine>
        <Mark on={!isClosed} label={t(isClosed ? 'isShut' : 'isOpen')} />
        {t('openedBy', { at: formatDateTime(shift.openedAt), name: shift.openedBy })}
      </HeadLine>
      {isClosed ? <ClosedDrawer shift={shift} /> : <StillOpen shift={shift} />}
      <LastReceipts receipts={shift.receipts} />
      <DrawerMovements movements={shift.movements} />
      {isReopening && (
        <Suspense fallback={null}>
          <ReopenDialog
            title={t('days:reopenDrawer', { name: shift.drawerName, day: formatDate(shift.day) })}
            text={t('days:reopenDrawerMeans')}
            path={`${shifts.path}/${shift._id}/reopen`}
            onClose={() => setReopening(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
