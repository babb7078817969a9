import { Lock, LockOpen, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { days, type DayRecord, type DayWritten } from '#contract/money/days.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack, HeadLine, Columns } from '#src/components/kit/layout.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';
import { usePrintClosing } from '#src/entities/drawer/use-print-closing.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { DaySums } from './day-sums.tsx';
import { DayAside } from './day-aside.tsx';
import { useDay } from './days-queries.ts';

const DayPaper = lazy(async () => ({ default: (await import('./day-paper.tsx')).DayPaper }));
const ReopenDialog = lazy(async () => ({
  default: (await import('#src/features/payment-history/reopen-dialog.tsx')).ReopenDialog,
}));

/** Closes an open day: it says what follows, and asks once more because closing is final. */
function CloseBar({ day }: { day: DayRecord }) {
  const { t } = useTranslation(['days', 'common']);
  const { ask, dialog } = useConfirm();
  const changed = useDrawersChanged();
  const isAway = useServerUnreachable();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const date = formatDate(day.day);
  const close = async () => {
    setFailure(undefined);
    const more =
      day.closesWith.length === 0
        ? ''
        : ` ${t('closesWith', { days: day.closesWith.slice(-7).map(formatDate).join(', '), count: day.closesWith.length })}`;
    const text = `${t('means', { day: date })}${day.isToday ? ` ${t('meansToday')}` : ''}${more}`;
    if (
      !(await ask({
        title: t('closeDay', { day: date }),
        text,
        confirm: t('closeDay', { day: date }),
        cancel: t('common:action.back'),
      }))
    )
      return;
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<DayWritten>(
        `${days.path}/${day.day}/close`,
        { branchId: day.branchId },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    await changed();
    setBusy(false);
    if (result.outcome === 'saved') showToast('success', t('closedNow', { day: date }));
    else setFailure(failureText(result));
  };
  return (
    <Toolbar align="between" isSticky>
      <div>
        <b>
          <bdi dir="ltr">{formatNumber(day.totals.receivedLAK)}</bdi> {t('kip')}
        </b>
        <HelpText>{day.inTheWay.length > 0 ? t('firstCount') : t('means', { day: date })}</HelpText>
        <ErrorText role="alert">{failure}</ErrorText>
      </div>
      <Button
        icon={Lock}
        look="solid"
        disabled={isBusy || isAway || day.inTheWay.length > 0}
        onClick={() => void close()}
      >
        {t('closeDay', { day: date })}
      </Button>
      {dialog}
    </Toolbar>
  );
}

function ClosedActions({ day }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  const [isReopening, setReopening] = useState(false);
  const mayReopen = useCan('days:reopen') && day.mayReopen;
  const isAway = useServerUnreachable();
  const printing = usePrintClosing(day.paper?.closingId);
  return (
    <>
      {printing.failure !== undefined && <span role="alert">{printing.failure}</span>}
      {mayReopen && (
        <Button icon={LockOpen} disabled={isAway} onClick={() => setReopening(true)}>
          {t('reopen')}
        </Button>
      )}
      <Button icon={Printer} disabled={printing.isBusy} onClick={() => void printing.print()}>
        {t('print')}
      </Button>
      <Suspense fallback={null}>
        {printing.copy !== undefined && (
          <DayPaper day={day} copy={printing.copy} onPrinted={printing.done} />
        )}
        {isReopening && (
          <ReopenDialog
            title={t('reopenDay', { day: formatDate(day.day) })}
            text={t('reopenMeans')}
            path={`${days.path}/${day.day}/reopen`}
            more={{ branchId: day.branchId }}
            onClose={() => setReopening(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * A day: its income by method and currency, drawers, slips and receipts; with closing, reopening
 * and its paper.
 */
export function DayPage({ branchId, day: asked }: { branchId: string; day: string }) {
  const { t } = useTranslation(['days', 'common']);
  const { data: day, error, refetch } = useDay(branchId, asked);
  const mayClose = useCan('days:close');
  if (!day) {
    return (
      <>
        <PageHeader title={t('dayOf', { day: formatDate(asked) })} back={historyPath('days')} />
        {error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <p role="status">{t('common:loading')}</p>
        )}
      </>
    );
  }
  const isClosed = day.state === 'closed';
  const closing = day.acts.find(({ act }) => act === 'closed');
  return (
    <Stack>
      <PageHeader
        title={t(isClosed ? 'dayOf' : 'closeTitle', { day: formatDate(day.day) })}
        back={historyPath('days')}
      >
        {isClosed && <ClosedActions day={day} />}
      </PageHeader>
      <PrintFrame title={t('dayOf', { day: formatDate(day.day) })} />
      <HeadLine>
        <Mark tone={isClosed ? 'on' : 'new'} label={t(`states.${day.state}`)} />
        {isClosed && closing && t('closedBy', { at: formatDateTime(closing.at), name: closing.by })}
      </HeadLine>
      <Columns aside={<DayAside day={day} />}>
        <DaySums totals={day.totals} />
      </Columns>
      {!isClosed && mayClose && <CloseBar day={day} />}
    </Stack>
  );
}
