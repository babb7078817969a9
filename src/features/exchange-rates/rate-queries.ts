import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ForeignCurrency } from '#contract/money/currencies.ts';
import { exchangeRates, type ExchangeRate, type RateUses } from '#contract/money/exchange-rates.ts';
import type { InputOf } from '#contract/resource.ts';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { useStore } from '#src/lib/store.ts';
import { api } from '#src/lib/request/api.ts';
import { keepRow, useLoadedRecord, type LoadedRecord } from '#src/lib/request/resource.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';

const HISTORY_LENGTH = 200;

async function currentRate(
  isWanted: (rate: ExchangeRate) => boolean,
  signal?: AbortSignal,
): Promise<ExchangeRate | null> {
  const { rows } = await api.list<ExchangeRate>(exchangeRates.path, {
    quiet: true,
    ...(signal && { signal }),
  });
  return rows.find(isWanted) ?? null;
}

/**
 * The current rate with this id. An entry that has been superseded is history and cannot be changed
 * any more.
 */
export function useRate(id: string | null): LoadedRecord<ExchangeRate> {
  const load = (signal: AbortSignal) => currentRate(({ _id }) => _id === id, signal);
  return useLoadedRecord([exchangeRates.name, 'record', id], id === null ? undefined : load);
}

/** The latest entries of a currency, newest first. */
export function useRateHistory(currency: ForeignCurrency) {
  return useQuery({
    queryKey: [exchangeRates.name, 'history', currency],
    queryFn: ({ signal }) =>
      api.list<ExchangeRate>(exchangeRates.path, {
        signal,
        quiet: true,
        query: { history: 'true', currency, pageSize: HISTORY_LENGTH },
      }),
  });
}

/** The payments that were converted at an entry. */
export const useRateUses = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [exchangeRates.name, 'uses', id],
    queryFn: ({ signal }) =>
      api.get<RateUses>(`${exchangeRates.path}/${id}/payments`, { signal, quiet: true }),
    enabled: isWanted,
  });

/**
 * Saves rates. Both adding and changing is a POST that adds an entry; changing names the entry it
 * replaces, so that somebody else's newer one is not hidden.
 */
export function useRateSaver(): {
  saver: Saver<InputOf<typeof exchangeRates>, ExchangeRate>;
  /** The dialog of the second person, who signs for a large change. */
  signing: ReactNode;
} {
  const client = useQueryClient();
  const { signIfAsked, dialog } = useSigning();
  const branchId = useStore(({ user }) => user.userData?.branchId) ?? '';
  const saver: Saver<InputOf<typeof exchangeRates>, ExchangeRate> = {
    send: (input, replaced, key) => {
      const body = {
        ...input,
        createdAt: new Date().toISOString(),
        ...(replaced && { replacesId: replaced._id }),
      };
      const { currency, rateToLAK } = input;
      const act = { kind: 'rate' as const, branchId, currency, rateToLAK };
      return signIfAsked('rateSignatureNeeded', act, (approvalToken) =>
        api.post<ExchangeRate>(
          exchangeRates.path,
          { ...body, approvalToken },
          withIdempotency(key),
        ),
      );
    },
    fetchLatest: async (input, replaced) =>
      (await currentRate(({ currency }) => currency === input.currency)) ?? replaced,
    onConfirmed: (row) =>
      keepRow(client, exchangeRates, row, ({ currency }) => currency === row.currency),
  };
  return { saver, signing: dialog };
}
