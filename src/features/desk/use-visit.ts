import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import { visits, type VisitAnswer, type VisitObjection } from '#contract/desk/visit-answers.ts';
import type { VisitChange } from '#contract/desk/visit-changes.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import { useEdit, type EditSource } from '#src/components/edit/use-edit.ts';
import type { HeldValues } from '#src/components/edit/use-held-values.ts';
import { drawersKey } from '#src/entities/drawer/use-drawer.ts';
import { paths } from '#src/lib/paths.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { DESK } from './desk-queries.ts';
import { usePricedDraft, toInput } from './visit-pricing.ts';
import {
  draftSchema,
  emptyVisit,
  isEmptyVisit,
  type DraftOfflineCash,
  type VisitDraft,
} from './visit-draft.ts';
import { namedBuyer } from './visit-people.ts';
import { TAKEN_OFFLINE } from '#src/offline/drafts/drafts.ts';

type Input = ReturnType<typeof toInput>;
/** A saved visit, with the draft and the figures that the screen showed when it was sent. */
export type SavedVisit = { answer: VisitAnswer; sent: VisitDraft; priced: PricedVisit };
/** The server's refusal: its objections, and the figures that it has different. */
type Refusal = {
  objections: readonly VisitObjection[];
  changes: readonly VisitChange[];
  ratesBefore: VisitRates;
};

const nothingRefused: Refusal = { objections: [], changes: [], ratesBefore: {} };

function refusalOf({ status, body }: ApiError, ratesBefore: VisitRates): Refusal {
  if (status !== 409) return nothingRefused;
  const rows = (body.rows ?? []) as unknown as (VisitObjection | VisitChange)[];
  if (body.code === 'duplicateFound')
    return { ...nothingRefused, objections: [{ key: null, problem: 'duplicate' }] };
  return {
    objections: rows.filter((row) => 'problem' in row),
    changes: rows.filter((row) => 'changed' in row),
    ratesBefore,
  };
}

/** The draft with what it was priced by read again; few visits need it. */
const refreshed = async (read: () => VisitDraft, branchId: string): Promise<VisitDraft> =>
  (await import('./refresh-visit.ts')).refreshVisit(read, branchId);

/**
 * Further steps of a visit with offline cash: storing it with its slip, and a review before it is
 * sent.
 */
function useOfflineVisit(
  draftStore: HeldValues<VisitDraft>,
  discard: () => void,
  branchId: string,
) {
  const [storedOffline, setStoredOffline] = useState<{ id: string; draft: VisitDraft }>();
  const [isReviewed, setReviewed] = useState(false);
  /** Stores the visit with its cash on this device; returns false if that fails. */
  const storeOffline = async (taken: DraftOfflineCash): Promise<boolean> => {
    const { storeOfflineVisit } = await import('#src/features/desk/offline/store-offline-visit.ts');
    const withCash = { ...draftStore.read(), taken };
    const id = await storeOfflineVisit(withCash);
    if (id === undefined) return false;
    discard();
    setStoredOffline({ id, draft: withCash });
    return true;
  };
  /**
   * Rereads everything that a stored visit was priced by; the choices stay. Warnings are accepted
   * here, because the review shows them before the visit is sent.
   */
  const refresh = async () => {
    const now = await refreshed(draftStore.read, branchId);
    draftStore.amend({
      ...now,
      places: now.places.map((place) => ({ ...place, acceptWarnings: true })),
    });
    setReviewed(true);
  };
  return { storedOffline, storeOffline, isReviewed, refresh };
}

/**
 * The server's last refusal. After one, the draft and everything it was priced by are read again.
 */
function useRefusal(draftStore: HeldValues<VisitDraft>, rates: VisitRates, branchId: string) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState(nothingRefused);
  const refused = async (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    setRefusal(refusalOf(error, rates));
    await Promise.all(
      [[DESK], listKey(exchangeRatesList), listKey(productsList)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    draftStore.amend(await refreshed(draftStore.read, branchId));
  };
  return { refusal, setRefusal, refused };
}

/** Add order is the same desk without classes. */
export const useSellsOnly = (): boolean => useLocation().pathname === paths.addOrder;

type VisitStart = {
  begin?: VisitDraft | undefined;
  /** The draft on the device whose cash was taken offline, or another one to go on with. */
  takenId?: string | undefined;
  draftId?: string | undefined;
};

/**
 * One visit from the first letter in the Who box to the receipt: its draft on the device, its
 * price, and its single write.
 */
export function useVisit(
  branchId: string,
  shiftId: string | null,
  { begin, takenId, draftId }: VisitStart = {},
) {
  const { t } = useTranslation('desk');
  const client = useQueryClient();
  const isWritable = useCan(visits.write);
  const state = usePricedDraft(branchId, begin);
  const { draftStore, draft, price, rates } = state;
  const [done, setDone] = useState<SavedVisit>();
  const { refusal, setRefusal, refused } = useRefusal(draftStore, rates, branchId);
  const sending = useRef<PricedVisit>(undefined);
  const source: EditSource<VisitDraft, VisitAnswer> = {
    read: draftStore.read,
    isDirty: () => !isEmptyVisit(draftStore.read()),
    base: () => undefined,
    startFrom: (_saved, typed) => draftStore.reset(typed ?? emptyVisit),
  };
  const edit = useEdit<VisitDraft, Input, VisitAnswer>({
    place: { form: visits.path, record: takenId === undefined ? 'new' : TAKEN_OFFLINE },
    resumes: takenId ?? draftId,
    title: t('visit'),
    schema: draftSchema,
    isWritable,
    source,
    leavesRest: true,
    saver: {
      send: (input, _row, key) =>
        api
          .post<VisitAnswer>(visits.path, input, { ...withIdempotency(key), quiet: true })
          .catch(async (error: unknown) => {
            await refused(error);
            throw error;
          }),
      onConfirmed: () => {
        for (const queryKey of [[DESK], drawersKey(branchId), listKey(stockLevelsList)])
          void client.invalidateQueries({ queryKey });
      },
    },
    onSaved: (answer, sent) => {
      if (sending.current) setDone({ answer, sent, priced: sending.current });
    },
  });
  const change = (next: (before: VisitDraft) => VisitDraft) => {
    draftStore.amend(next(draftStore.read()));
    setRefusal(nothingRefused);
    edit.forgetFailure();
    edit.draft.changed();
  };
  const send = async (hold: boolean) => {
    const found = price?.(hold);
    if (!found) return;
    sending.current = found.priced;
    setRefusal(nothingRefused);
    const named = namedBuyer(draft, t('who.walkIn'));
    await edit.submit(toInput(named, { branchId, shiftId, ...found, rates, hold }));
  };
  const offlineVisit = useOfflineVisit(draftStore, edit.draft.discard, branchId);
  return {
    ...state,
    isWritable,
    branchId,
    shiftId,
    change,
    send,
    ...offlineVisit,
    review: (objections: readonly VisitObjection[]) =>
      setRefusal({ ...nothingRefused, objections }),
    done,
    ...refusal,
    edit,
  };
}

export type Visit = ReturnType<typeof useVisit>;
