import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ordersList } from '#contract/orders/orders-list.ts';
import { verification } from '#contract/orders/due-payments.ts';
import type {
  Slip,
  SlipConfirmed,
  SlipRejected,
  VerificationCounts,
} from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { nameOf } from '#src/features/pending-payment/verify/slip-words.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText, showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { asList, type List } from '#src/offline/lists/cached-list.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

/** The interval of refetching without a live connection. */
const ASK_EVERY_MS = 60_000;

/**
 * The rows of a tab of Pending Payment; refetched whenever somebody in the branch decides or
 * records something.
 */
export function useWork<Row>(part: string): List<Row> {
  const branchId = useSelectedBranchId();
  const query = useQuery({
    queryKey: [verification.name, part, branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<Row[]>(`${verification.path}/${part}`, { query: { branchId }, signal, quiet: true }),
    meta: { persist: false, ofWork: true },
    refetchInterval: ASK_EVERY_MS,
  });
  return asList(query, query.data, query.data?.length);
}

export const useSlips = (): List<Slip> => useWork<Slip>('slips');

/** The number of rows in each tab; undefined if the server does not answer. */
export function useVerificationCounts(): VerificationCounts | undefined {
  const branchId = useSelectedBranchId();
  return useQuery({
    queryKey: [verification.name, 'counts', branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<VerificationCounts>(`${verification.path}/counts`, {
        query: { branchId },
        signal,
        quiet: true,
      }),
    meta: { persist: false, ofWork: true },
    retry: false,
    refetchInterval: ASK_EVERY_MS,
  }).data;
}

/** Call it after a decision: refetches all tabs, and the orders in question. */
export function useVerificationChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: [ordersList.name] });
    await client.invalidateQueries({ queryKey: [verification.name] });
  }, [client]);
}

/** A slip, with the row of a statement that the person assigned to it. */
export type ToConfirm = Pick<Slip, '_id' | 'payerName' | 'payerNameEn' | 'reference' | 'isOwn'> & {
  lineId?: string;
};

const send = <Answer>({ _id }: Pick<Slip, '_id'>, act: string, body: object) =>
  saveOnce((key) =>
    api.post<Answer>(`${verification.path}/slips/${_id}/${act}`, body, {
      ...withIdempotency(key),
      quiet: true,
    }),
  );

/** The actions on slips; each is a write of its own with a message about its result. */
export function useSlipActions() {
  const { t } = useTranslation('pending-payment');
  const changed = useVerificationChanged();
  const [isBusy, setBusy] = useState(false);
  const one = async <Answer>(
    slip: Slip,
    act: string,
    body: object,
    said: (answer: Answer) => string,
  ): Promise<boolean> => {
    setBusy(true);
    const result = await send<Answer>(slip, act, body);
    if (result.outcome === 'saved') showToast('success', said(result.row));
    else showFailure(result);
    // Until the list is there again the next key would be about the slip that was just decided.
    await changed();
    setBusy(false);
    return result.outcome === 'saved';
  };
  return {
    isBusy,
    confirm: (slip: Slip) =>
      one<SlipConfirmed>(slip, 'confirm', { lineId: null }, ({ receipt }) =>
        t('done.confirmed', { receipt: receipt.number }),
      ),
    reject: (slip: Slip, reason: string) =>
      one<SlipRejected>(slip, 'reject', { reason }, ({ newHolds }) =>
        newHolds > 0 ? t('done.rejectedWaits') : t('done.rejected'),
      ),
    ask: (slip: Slip, question: string) => one(slip, 'ask', { question }, () => t('done.asked')),
    /**
     * Confirms one after the other. The person's own slips are left out; a message names those that
     * failed, with the reasons.
     */
    confirmAll: async (slips: readonly ToConfirm[]) => {
      setBusy(true);
      const failed: string[] = [];
      const others = slips.filter(({ isOwn }) => !isOwn);
      for (const slip of others) {
        const result = await send<SlipConfirmed>(slip, 'confirm', { lineId: slip.lineId ?? null });
        if (result.outcome !== 'saved') failed.push(`${nameOf(slip)}: ${failureText(result)}`);
      }
      if (failed.length < others.length)
        showToast(
          'success',
          t('done.several', {
            count: slips.length,
            n: others.length - failed.length,
            of: slips.length,
          }),
        );
      if (failed.length > 0) showToast('error', failed.join(DOT));
      if (others.length < slips.length)
        showToast('info', t('done.ownLeftOut', { count: slips.length - others.length }));
      await changed();
      setBusy(false);
    },
  };
}
