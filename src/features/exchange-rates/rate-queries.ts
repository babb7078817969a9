import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ForeignCurrency } from '#contract/currencies.ts';
import { exchangeRates, type ExchangeRate } from '#contract/exchange-rates.ts';
import type { InputOf } from '#contract/resource.ts';
import { api } from '#src/lib/api.ts';
import { newIdempotencyKey } from '#src/lib/idempotency-key.ts';
import { keepRow, useLoadedRecord, type LoadedRecord } from '#src/lib/resource.ts';
import { attemptSave, type SaveResult } from '#src/lib/save.ts';

const HISTORY_LENGTH = 100;

async function currentRate(isWanted: (rate: ExchangeRate) => boolean, signal?: AbortSignal): Promise<ExchangeRate | null> {
  const { rows } = await api.list<ExchangeRate>(exchangeRates.path, { quiet: true, ...(signal && { signal }) });
  return rows.find(isWanted) ?? null;
}

/** The current rate with this id. An entry that has been superseded is history and cannot be changed any more. */
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

/**
 * Saves a rate. Both adding and changing is a POST that adds an entry; changing names the entry it replaces, so that
 * somebody else's newer one is not hidden.
 */
export function useSaveRate() {
  const client = useQueryClient();
  const [key, setKey] = useState(newIdempotencyKey);
  // A try whose answer was lost must be repeated as it was, or the server would not know it again.
  const createdAt = useRef<string>(undefined);
  return async (input: InputOf<typeof exchangeRates>, replaced?: ExchangeRate): Promise<SaveResult<ExchangeRate>> => {
    createdAt.current ??= new Date().toISOString();
    const body = { ...input, createdAt: createdAt.current, ...(replaced && { replacesId: replaced._id }) };
    const result = await attemptSave(
      () => api.post<ExchangeRate>(exchangeRates.path, body, { idempotencyKey: key }),
      replaced && (async () => (await currentRate(({ currency }) => currency === input.currency)) ?? replaced),
    );
    if (result.outcome !== 'unknown') createdAt.current = undefined;
    if (result.outcome === 'saved') {
      setKey(newIdempotencyKey());
      await keepRow(client, exchangeRates, result.row, ({ currency }) => currency === input.currency);
    }
    return result;
  };
}
