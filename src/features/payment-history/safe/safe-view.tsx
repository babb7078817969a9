import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import { dayInLaos } from '#contract/dates.ts';
import {
  MAX_SAFE_MOVEMENTS,
  safe,
  type SafeMovement,
  type SafeRecord,
} from '#contract/money/safe.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { showSigned } from '#src/entities/drawer/sums-table.tsx';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { useDay } from '#src/features/payment-history/days/days-queries.ts';
import styles from '#src/features/payment-history/payment-history.module.css';

const SafeMoveDialog = lazy(async () => ({
  default: (await import('./safe-move-dialog.tsx')).SafeMoveDialog,
}));
const SafeCountDialog = lazy(async () => ({
  default: (await import('./safe-count-dialog.tsx')).SafeCountDialog,
}));

const useSafe = (branchId: string, before: string | null) =>
  useQuery({
    queryKey: [drawers.name, 'safe', branchId, before],
    queryFn: ({ signal }) =>
      api.get<SafeRecord>(safe.path, {
        query: { branchId, ...(before !== null && { before }) },
        signal,
        quiet: true,
      }),
    staleTime: 0,
  });

function Movement({ movement }: { movement: SafeMovement }) {
  const { t } = useTranslation('days');
  const { kind, currency, amount, counted, drawerName, shiftId, bank, reason, receivedBy, by, at } =
    movement;
  const about = [bank, reason, receivedBy !== '' && t('receivedBy', { name: receivedBy }), by]
    .filter(Boolean)
    .join(DOT);
  return (
    <tr>
      <td>
        <bdi dir="ltr">{formatDate(at)}</bdi> <bdi dir="ltr">{formatTime(at)}</bdi>
      </td>
      <td>
        {shiftId === null ? (
          <b>
            {counted === null
              ? t(`safeKinds.${kind}`)
              : t('countedSum', { sum: showMoney(counted, currency), currency })}
          </b>
        ) : (
          <Link to={historyPath('drawers', shiftId)}>
            {[t(`safeKinds.${kind}`), drawerName].filter(Boolean).join(' ')}
          </Link>
        )}
        <small>{about}</small>
      </td>
      <td data-end>
        <bdi dir="ltr">
          {showSigned(amount, currency)} <small>{currency}</small>
        </bdi>
      </td>
    </tr>
  );
}

function Movements({ movements }: { movements: readonly SafeMovement[] }) {
  const { t } = useTranslation('days');
  return (
    <Panel id="safe-movements" title={t('safeMovements')}>
      {movements.length === 0 ? (
        <PanelText isMuted>{t('safeEmpty')}</PanelText>
      ) : (
        <SmallTable>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col" data-end>
                {t('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <Movement key={movement._id} movement={movement} />
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}

type Doing = 'toDrawer' | 'toBank' | 'count';

function Actions({
  record,
  isShut,
  onDo,
}: {
  record: SafeRecord;
  isShut: boolean;
  onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation('days');
  const isAway = useServerUnreachable();
  return (['toBank', 'toDrawer', 'count'] as const).map((doing) => (
    <Button
      look={doing === 'count' ? 'solid' : undefined}
      key={doing}
      disabled={isShut || isAway || (doing === 'toBank' && record.banks.length === 0)}
      onClick={() => onDo(doing)}
    >
      {t(`safeActs.${doing}`)}
    </Button>
  ));
}

/** The safe of a branch: its sums by currency, its movements, banking and counting. */
export function SafeView() {
  const { t } = useTranslation(['days', 'common']);
  const [params] = useSearchParams();
  const before = params.get('before');
  const branchId = useNewRecordBranchId();
  const { data: record, error, refetch } = useSafe(branchId, before);
  const mayWrite = useCan(safe.write);
  const [doing, setDoing] = useState<Doing>();
  // A closed day takes no more money, so the person hears of it before typing anything.
  const isShut = useDay(branchId, dayInLaos()).data?.state === 'closed';
  const stop = () => setDoing(undefined);
  if (!record) {
    return (
      <>
        <PageHeader title={t('safeTitle')} />
        {error ? (
          <LoadFailed error={error} failed={t('failedSafe')} onRetry={() => void refetch()} />
        ) : (
          <p role="status">{t('common:loading')}</p>
        )}
      </>
    );
  }
  return (
    <Stack>
      <PageHeader title={t('safeTitle')}>
        {mayWrite && <Actions record={record} isShut={isShut} onDo={setDoing} />}
      </PageHeader>
      <PrintFrame isBuilt title={t('safeTitle')} />
      {mayWrite && isShut && (
        <Note role="status" tone="wait" icon={TriangleAlert}>
          <p>{t('safeShut')}</p>
        </Note>
      )}
      <Panel id="safe-balance" title={t('safeBalance')}>
        <dl className={styles.balance}>
          {priceCurrencies.map((currency) => (
            <div key={currency}>
              <dt>{currency}</dt>
              <dd>
                <bdi dir="ltr">{showMoney(record.balance[currency], currency)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Movements movements={record.movements} />
      {record.movements.length >= MAX_SAFE_MOVEMENTS && (
        <LinkButton to={`${historyPath('safe')}&before=${record.movements.at(-1)?._id}`}>
          {t('older')}
        </LinkButton>
      )}
      <Suspense fallback={null}>
        {(doing === 'toBank' || doing === 'toDrawer') && (
          <SafeMoveDialog kind={doing} record={record} onClose={stop} />
        )}
        {doing === 'count' && <SafeCountDialog record={record} onClose={stop} />}
      </Suspense>
    </Stack>
  );
}
