import { EyeOff, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawer, MovementInput, ShiftRecord } from '#contract/money/drawers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { isOfAnotherDay } from '#src/entities/drawer/use-drawer.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { COUNT_STEP } from '#src/entities/drawer/drawer-path.ts';
import { rowsOfExpected } from '#src/entities/drawer/drawer-sums.ts';
import { LastReceipts } from '#src/entities/drawer/last-receipts.tsx';
import { OfflineCashList } from '#src/entities/drawer/offline-cash-list.tsx';
import { DrawerMovements } from '#src/entities/drawer/movement-list.tsx';
import { ExpectedTable } from '#src/entities/drawer/sums-table.tsx';

const MoneyMovedDialog = lazy(async () => ({
  default: (await import('./money-moved-dialog.tsx')).MoneyMovedDialog,
}));

/** An open drawer: its expected sums, their calculation, and its movements. */
export function OpenDrawer({ shift, others }: { shift: ShiftRecord; others: readonly Drawer[] }) {
  const { t } = useTranslation('drawer');
  const [moving, setMoving] = useState<MovementInput['kind']>();
  const isOld = isOfAnotherDay(shift);
  const isAway = useServerUnreachable();
  const isBlind = shift.expected === null;
  const rows = isBlind
    ? [{ kind: 'float' as const, paidOutKind: null, key: 'float', sums: shift.float }]
    : rowsOfExpected(shift);
  return (
    <>
      {isOld && (
        <Note role="status" tone="wait" icon={TriangleAlert}>
          <p>{t('overnight', { day: formatDate(shift.day) })}</p>
        </Note>
      )}
      <Toolbar>
        <LinkButton look="solid" to={COUNT_STEP}>
          {t('countAndClose')}
        </LinkButton>
        {(['paidIn', 'paidOut'] as const).map((kind) => (
          <Button key={kind} disabled={isOld || isAway} onClick={() => setMoving(kind)}>
            {t(`kinds.${kind}`)}
          </Button>
        ))}
      </Toolbar>
      <Panel id="drawer-now" title={t('now')}>
        <ExpectedTable rows={rows} expected={shift.expected} />
        {isBlind && (
          <PanelText isMuted>
            <EyeOff aria-hidden size={14} />
            <span>{t('blindNow')}</span>
          </PanelText>
        )}
      </Panel>
      <OfflineCashList shift={shift} />
      <LastReceipts receipts={shift.receipts} />
      {!isBlind && <DrawerMovements movements={shift.movements} />}
      {moving && (
        <Suspense fallback={null}>
          <MoneyMovedDialog
            kind={moving}
            shift={shift}
            others={others}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
