import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { branchNamesList } from '#contract/centre/branch-names-list.ts';
import { figures, type FiguresAnswer } from '#contract/reports/figures.ts';
import { branchSettlements, type BranchSettlement } from '#contract/money/settlements.ts';
import { PanelText } from '#src/components/kit/panel.tsx';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { useStore } from '#src/lib/store.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ConfirmDialog } from '#src/components/kit/dialog.tsx';
import { useOpenRows } from './use-open-rows.ts';

/** Loaded lazily: it is needed only when somebody pays. */
const PayDialog = lazy(async () => ({
  default: (await import('./settlement-dialog.tsx')).SettlementDialog,
}));

type Pair = FiguresAnswer['between'][number];

function useBranchNames(): (id: string) => string {
  const language = useLanguage();
  const { rows } = useCachedList(branchNamesList, { sort: 'branchName', quiet: true });
  return (id) => {
    const found = rows?.find(({ _id }) => _id === id);
    return found ? branchNameIn(found, language) : '';
  };
}

/**
 * The debts between branches. The debtor records its payment, and the creditor confirms that it
 * came.
 */
export function BetweenPanel({ between }: { between: FiguresAnswer['between'] }) {
  const { t } = useTranslation(['money-reports', 'common']);
  const client = useQueryClient();
  const nameOf = useBranchNames();
  const open = useOpenRows();
  const branchId = useSelectedBranchId();
  const mayWrite = useCan(branchSettlements.write);
  const isAway = useServerUnreachable();
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const [paying, setPaying] = useState<Pair>();
  const [coming, setComing] = useState<BranchSettlement>();
  const { data = [] } = useQuery({
    queryKey: [branchSettlements.name, branchId],
    queryFn: ({ signal }) =>
      api.get<BranchSettlement[]>(branchSettlements.path, {
        query: { branchId },
        signal,
        quiet: true,
      }),
    meta: { persist: false },
  });
  const changed = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => name === branchSettlements.name || name === figures.name,
    });
  const confirm = async ({ _id }: BranchSettlement) => {
    setComing(undefined);
    const result = await saveOnce((key) =>
      api.post<BranchSettlement>(
        `${branchSettlements.path}/${_id}/confirm`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') showToast('success', t('between.confirmDone'));
    else showToast('error', failureText(result));
    await changed();
  };
  const onTheWay = (pair: Pair) =>
    data.some(
      (one) =>
        one.confirmedAt === null &&
        one.fromBranchId === pair.branchId &&
        one.toBranchId === pair.otherBranchId,
    );
  const rows = between.map((pair) => ({
    key: `${pair.branchId} ${pair.otherBranchId}`,
    name: t('between.owes', { from: nameOf(pair.branchId), to: nameOf(pair.otherBranchId) }),
    detail: mayWrite && !onTheWay(pair) && (isWide || pair.branchId === branchId) && (
      <Button disabled={isAway} onClick={() => setPaying(pair)}>
        {t('between.pay')}
      </Button>
    ),
    sums: [pair.amountLAK],
    opens: [
      open('between', 'betweenLAK', { by: 'pair', key: `${pair.branchId} ${pair.otherBranchId}` }),
    ],
  }));
  return (
    <>
      <SumTable
        title={t('between.title')}
        head={[t('what'), t('kip')]}
        rows={rows}
        empty={t('between.none')}
        note={data.map((one) => (
          <PanelText key={one._id} isMuted>
            {t(one.confirmedAt === null ? 'between.sent' : 'between.came', {
              from: nameOf(one.fromBranchId),
              to: nameOf(one.toBranchId),
              sum: formatNumber(one.amountLAK),
              at: formatDateTime(one.confirmedAt ?? one.at),
              by: one.confirmedAt === null ? one.by : one.confirmedBy,
            })}{' '}
            {one.paidFrom !== '' && `${t('between.paidFrom', { from: one.paidFrom })} `}
            {one.mayConfirm && (
              <Button disabled={isAway} onClick={() => setComing(one)}>
                {t('between.confirm')}
              </Button>
            )}
          </PanelText>
        ))}
      />
      {paying && (
        <Suspense>
          <PayDialog
            pair={paying}
            nameOf={nameOf}
            onClose={() => setPaying(undefined)}
            onPaid={() => {
              setPaying(undefined);
              showToast('success', t('between.payDone'));
              void changed();
            }}
          />
        </Suspense>
      )}
      {coming && (
        <ConfirmDialog
          title={t('between.confirm')}
          text={t('between.confirmAsk', {
            from: nameOf(coming.fromBranchId),
            to: nameOf(coming.toBranchId),
            sum: formatNumber(coming.amountLAK),
          })}
          confirm={t('between.confirm')}
          cancel={t('common:action.back')}
          onAnswer={(agreed) => (agreed ? void confirm(coming) : setComing(undefined))}
        />
      )}
    </>
  );
}
