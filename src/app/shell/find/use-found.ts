import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MIN_FIND, type Found } from '#contract/reports/find.ts';
import { api, NetworkError } from '#src/lib/request/api.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { useStore } from '#src/lib/store.ts';
import { findOnDevice } from './find-on-device.ts';
import type { FoundHere } from './find-orders.ts';

const WAIT_MS = 150;

/** `isCopy`: found on the device, because the server did not answer. */
type Answer = FoundHere & { isCopy: boolean };

async function ask(q: string, branchId: string, signal: AbortSignal): Promise<Answer> {
  const onDevice = async () => ({ ...(await findOnDevice(q, branchId)), isCopy: true });
  if (!navigator.onLine) return onDevice();
  try {
    return {
      rows: await api.get<Found[]>('/find', { query: { q }, signal, quiet: true }),
      asOf: 0,
      isCopy: false,
    };
  } catch (error) {
    if (error instanceof NetworkError) return onDevice();
    throw error;
  }
}

/**
 * Results for the text, from the server or, if it does not answer, from the device. `undefined`
 * while nothing was asked.
 */
export function useFound(text: string) {
  const q = useSettled(text.trim(), WAIT_MS);
  const branchId = useStore(
    ({ user, branch }) => branch.branchData?._id ?? user.userData?.branchId ?? '',
  );
  const isAsked = q.length >= MIN_FIND;
  const query = useQuery({
    queryKey: ['find', q, branchId],
    queryFn: ({ signal }) => ask(q, branchId, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
  const isSettled = q === text.trim() && !query.isPlaceholderData && !query.isLoading;
  return { answer: isAsked ? query.data : undefined, isSettled, failed: isAsked && query.isError };
}
