import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { branchNames } from '#contract/lists/branch-names.ts';
import { figures, type FiguresAnswer } from '#contract/figures.ts';
import { settlements, type Settlement } from '#contract/settlements.ts';
import { ConfirmDialog } from '#src/components/feedback/confirm-dialog.tsx';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import styles from '#src/entities/report/report.module.css';
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
import { useStore } from '#src/lib/store.ts';
import { seesAllBranches } from '#contract/roles.ts';
import controls from '#src/theme/controls.module.css';

type Asked = { kind: 'pay'; pair: FiguresAnswer['between'][number] } | { kind: 'confirm'; settlement: Settlement };

function useBranchNames(): (id: string) => string {
  const language = useLanguage();
  const { rows } = useCachedList(branchNames, { sort: 'branchName', quiet: true });
  return (id) => {
    const found = rows?.find(({ _id }) => _id === id);
    return found ? branchNameIn(found, language) : '';
  };
}

/** What branches owe each other: the one that owes says what it paid, the other one that it came. */
export function BetweenPanel({ between }: { between: FiguresAnswer['between'] }) {
  const { t } = useTranslation(['money-reports', 'common']);
  const client = useQueryClient();
  const nameOf = useBranchNames();
  const branchId = useSelectedBranchId();
  const mayWrite = useCan(settlements.write);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const [asked, setAsked] = useState<Asked>();
  const { data = [] } = useQuery({ queryKey: [settlements.name, branchId], queryFn: ({ signal }) => api.get<Settlement[]>(settlements.path, { query: { branchId }, signal, quiet: true }), meta: { persist: false } });
  const send = async ({ kind, ...one }: Asked) => {
    const result = await saveOnce((key) => {
      const options = { ...withIdempotency(key), quiet: true };
      if ('settlement' in one) return api.post<Settlement>(`${settlements.path}/${one.settlement._id}/confirm`, {}, options);
      const { branchId: fromBranchId, otherBranchId: toBranchId, amountLAK } = (one as { pair: FiguresAnswer['between'][number] }).pair;
      return api.post<Settlement>(settlements.path, { fromBranchId, toBranchId, amountLAK, note: '' }, options);
    });
    setAsked(undefined);
    if (result.outcome === 'saved') showToast('success', t(`between.${kind}Done`));
    else showToast('error', failureText(result));
    await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === settlements.name || name === figures.name });
  };
  const onTheWay = (pair: FiguresAnswer['between'][number]) => data.some((one) => one.confirmedAt === null && one.fromBranchId === pair.branchId && one.toBranchId === pair.otherBranchId);
  const rows = between.map((pair) => ({
    key: `${pair.branchId} ${pair.otherBranchId}`,
    name: t('between.owes', { from: nameOf(pair.branchId), to: nameOf(pair.otherBranchId) }),
    detail: mayWrite && !onTheWay(pair) && (isWide || pair.branchId === branchId) && (
      <button type="button" className={controls.button} onClick={() => setAsked({ kind: 'pay', pair })}>
        {t('between.pay')}
      </button>
    ),
    sums: [pair.amountLAK],
  }));
  const sumOf = (one: Asked) => formatNumber(one.kind === 'pay' ? one.pair.amountLAK : one.settlement.amountLAK);
  const [from, to] = asked ? (asked.kind === 'pay' ? [asked.pair.branchId, asked.pair.otherBranchId] : [asked.settlement.fromBranchId, asked.settlement.toBranchId]) : ['', ''];
  return (
    <>
      <SumTable
        title={t('between.title')}
        head={[t('what'), t('kip')]}
        rows={rows}
        empty={t('between.none')}
        note={data.map((one) => (
          <p key={one._id} className={styles.note}>
            {t(one.confirmedAt === null ? 'between.sent' : 'between.came', { from: nameOf(one.fromBranchId), to: nameOf(one.toBranchId), sum: formatNumber(one.amountLAK), at: formatDateTime(one.confirmedAt ?? one.at), by: one.confirmedAt === null ? one.by : one.confirmedBy })}{' '}
            {one.mayConfirm && (
              <button type="button" className={controls.button} onClick={() => setAsked({ kind: 'confirm', settlement: one })}>
                {t('between.confirm')}
              </button>
            )}
          </p>
        ))}
      />
      {asked && <ConfirmDialog title={t(`between.${asked.kind}`)} text={t(`between.${asked.kind}Ask`, { from: nameOf(from), to: nameOf(to), sum: sumOf(asked) })} confirm={t(`between.${asked.kind}`)} cancel={t('common:action.back')} onAnswer={(agreed) => (agreed ? void send(asked) : setAsked(undefined))} />}
    </>
  );
}
