import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeskClasses, DeskFamily, DeskPerson, DeskRules } from '#contract/desk/desk.ts';
import { api, NetworkError, OfflineError } from '#src/lib/request/api.ts';
import { rulesCopy } from '#src/features/desk/offline/copies.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import { today } from '#src/lib/text/today.ts';
import { recordQuery } from '#src/offline/lists/cached-record.ts';
import type { DraftFamily, SeatLine } from './visit-draft.ts';
import type { FamilyChild } from './visit-people.ts';
import { isServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** Every query key of the desk begins with this. */
export const DESK = 'desk';

const offlineLookup = () => import('#src/features/desk/offline/offline-lookup.ts');
type OfflineLookup = Awaited<ReturnType<typeof offlineLookup>>;

/** The server's answer; while the server is out of reach, the copy on this device. */
export async function askOrLookUp<Answer>(
  ask: () => Promise<Answer>,
  lookUp: (copies: OfflineLookup) => Promise<Answer | undefined>,
): Promise<Answer> {
  const kept = async () => lookUp(await offlineLookup()).catch(() => undefined);
  const found = isServerUnreachable() ? await kept() : undefined;
  if (found !== undefined) return found;
  return ask().catch(async (error: unknown) => {
    const isNoAnswer = error instanceof NetworkError || error instanceof OfflineError;
    const copy = isNoAnswer ? await kept() : undefined;
    if (copy === undefined) throw error;
    return copy;
  });
}

type People = { people: DeskPerson[]; copiedAt?: number };

export const peopleQuery = (search: string, branchId: string) =>
  queryOptions({
    queryKey: [DESK, 'people', branchId, search],
    queryFn: ({ signal }) =>
      askOrLookUp<People>(
        async () => ({
          people: await api.get<DeskPerson[]>('/desk/people', {
            query: { search, branchId },
            signal,
            quiet: true,
          }),
        }),
        ({ findPeople }) => findPeople(search, branchId),
      ),
  });

/** People who match the text; nobody for an empty text. */
export const usePeople = (search: string, branchId: string) =>
  useQuery({
    ...peopleQuery(search, branchId),
    enabled: search !== '' && branchId !== '',
    placeholderData: (before) => (search === '' ? undefined : before),
  });

export const fetchFamily = (
  who: { studentId?: string; parentId?: string },
  branchId: string,
  { quiet = false } = {},
) =>
  askOrLookUp<DraftFamily>(
    () => api.get<DeskFamily>('/desk/families', { query: { ...who, branchId }, quiet }),
    ({ readFamily }) => readFamily(who, branchId),
  );

/**
 * The classes that this child may join, with today's price and the objections to each; refetched
 * whenever a seat is taken anywhere.
 */
export const useClasses = (branchId: string, child: Pick<FamilyChild, 'known'> | undefined) =>
  useQuery({
    queryKey: [DESK, 'classes', branchId, child?.known?._id ?? '', today()],
    queryFn: ({ signal }) =>
      askOrLookUp<DeskClasses & { copiedAt?: number }>(
        () =>
          api.get<DeskClasses>('/desk/classes', {
            query: { branchId, studentId: child?.known?._id },
            signal,
            quiet: true,
          }),
        ({ readClasses }) => readClasses(branchId, child?.known),
      ),
    enabled: child !== undefined && branchId !== '',
    meta: { seatsOf: EVERY_CLASS },
  });

type AskedPlace = Pick<SeatLine, 'classId' | 'units' | 'startDate'> & {
  basis?: SeatLine['basis'] | undefined;
};

/** One class as it is offered now, for a given start, basis and number of units. */
export async function fetchClass(
  branchId: string,
  child: FamilyChild | undefined,
  { classId, basis, units, startDate }: AskedPlace,
) {
  const query = {
    branchId,
    classId,
    studentId: child?.known?._id,
    basis,
    units,
    startDate: startDate ?? undefined,
  };
  const { classes } = await api.get<DeskClasses>('/desk/classes', { query, quiet: true });
  return classes.find((one) => one.classId === classId);
}

/** The branch's rules for prices and money; also kept on the device. */
export function useRules(branchId: string) {
  const copy = useMemo(() => rulesCopy(branchId), [branchId]);
  const { data, error, refetch } = useQuery({
    ...recordQuery<DeskRules>(copy),
    enabled: branchId !== '',
  });
  return { data: data?.rows[0], error, refetch };
}
