import { History } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { visits } from '#contract/desk/visit-answers.ts';
import { discountLimit } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog, useConfirm } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import cards from '#src/features/desk/cards.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import { leadTo, WHO_ID } from '#src/features/desk/places.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { isEmptyVisit, type VisitDraft } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { pricedInput, pricesOf } from '#src/features/desk/visit-pricing.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import type { DeviceDatabase, SealedDraft } from '#src/offline/db.ts';
import { TAKEN_OFFLINE, openDrafts } from '#src/offline/drafts/drafts.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type Parked = { id: string; savedAt: number; draft: VisitDraft; isSent: boolean; isTaken: boolean };

/** Decrypts the drafts of this person; what cannot be opened and what is empty is left out. */
async function unsealAll(author: string, sealed: readonly SealedDraft[]): Promise<Parked[]> {
  const opened = await Promise.all(
    sealed.map(async (one): Promise<Parked | undefined> => {
      const drafts = await openDrafts(author, { form: one.form, record: one.record });
      const content = await drafts?.open(one);
      return (
        content && {
          isTaken: one.record === TAKEN_OFFLINE,
          id: one.id,
          savedAt: one.savedAt,
          draft: content.values as VisitDraft,
          isSent: content.sent !== undefined,
        }
      );
    }),
  );
  return opened
    .filter((one) => one !== undefined)
    .filter(({ isTaken, isSent, draft }) => isTaken || isSent || !isEmptyVisit(draft))
    .toSorted((a, b) => b.savedAt - a.savedAt);
}

/** The visits of this person on the device; changes in any tab show at once. */
function useParked(): Parked[] {
  const author = useStore(({ user }) => user.userData?._id ?? '');
  const read = useCallback(
    (db: DeviceDatabase) =>
      db.drafts
        .where({ author })
        .filter(({ form }) => form === visits.path)
        .toArray(),
    [author],
  );
  const sealed = useOnDevice(read);
  const [parked, setParked] = useState<Parked[]>([]);
  useEffect(() => {
    let isGone = false;
    void unsealAll(author, sealed ?? []).then((rows) => {
      if (!isGone) setParked(rows);
    });
    return () => {
      isGone = true;
    };
  }, [author, sealed]);
  return parked;
}

/** The people of a visit in words: the walk-in, or else the children. */
function useNames(): (draft: VisitDraft) => string {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  return (draft) => {
    if (draft.payer?.kind === 'walkIn') return draft.payer.name || t('open.unnamed');
    return (
      draftChildren(draft)
        .map((child) => nameOf(child.name))
        .join(', ') || t('open.unnamed')
    );
  };
}

/** The sum that a visit on the device comes to, as its slip says it or at the prices of now. */
function useSumOf({ rules, products, rates }: Visit): (draft: VisitDraft) => number {
  const grant = useGrant();
  const known = rules.data;
  return (draft) => {
    if (draft.taken || !known) return draft.taken?.totalLAK ?? 0;
    const limits = {
      ...known,
      discountLimitPercent: discountLimit(grant, known.discountLimitPercent),
    };
    const bare = { ...pricedInput(draft), tenders: [], changeOwedLAK: 0 };
    return priceVisit(bare, pricesOf(draft, products, known.today), rates, limits).dueLAK;
  };
}

type RowProps = {
  one: Parked;
  sumLAK: number;
  isOff: boolean;
  onResume: () => void;
  /** Missing for cash that was taken, and for a visit that may be saved already. */
  onDiscard: (() => void) | undefined;
};

/** One visit on the device: its people, its sum, and what can be done with it. */
function ParkedRow({ one, sumLAK, isOff, onResume, onDiscard }: RowProps) {
  const { t } = useTranslation('desk');
  const name = useNames()(one.draft);
  const isAway = useServerUnreachable();
  const { savedAt, draft, isTaken, isSent } = one;
  return (
    <li className={cards.option}>
      <span className={cards.put}>
        <b>
          <WholeWords text={name} />
        </b>
        <small>
          {formatDateTime(new Date(savedAt).toISOString())}
          {DOT}
          {t('open.lines', { count: draft.places.length + draft.products.length })}
          {isTaken && `${DOT}${t('away.toBeSent')}`}
          {isSent && `${DOT}${t('open.sent')}`}
        </small>
      </span>
      {sumLAK > 0 && <Money amount={sumLAK} currency="LAK" />}
      {onDiscard && (
        <Button aria-label={t('open.discardOf', { name })} onClick={onDiscard}>
          {t('open.discard')}
        </Button>
      )}
      <Button disabled={isOff} onClick={onResume}>
        {t(isTaken ? (isAway ? 'away.showSlip' : 'away.review') : 'open.continue')}
      </Button>
    </li>
  );
}

/** Discards a visit on the device after a question; `onSure` is called before it is gone. */
function useDiscard(onSure: () => void) {
  const { t } = useTranslation(['desk', 'common']);
  const author = useStore(({ user }) => user.userData?._id ?? '');
  const namesOf = useNames();
  const { ask, dialog } = useConfirm();
  const discard = async ({ id, draft }: Parked) => {
    const isSure = await ask({
      title: t('open.discardAsk', { name: namesOf(draft) }),
      text: t('open.discardText'),
      confirm: t('open.discard'),
      cancel: t('common:action.cancel'),
    });
    if (!isSure) return;
    onSure();
    await (await openDrafts(author, { form: visits.path, record: 'new' }))?.remove(id);
  };
  return { discard, dialog };
}

type OpenVisitsProps = {
  visit: Visit;
  /** The id of the open draft if its cash was taken offline. */
  takenId: string | undefined;
  onTaken: (id: string) => void;
  /** Goes on with a draft in a visit of its own; undefined while this visit can become it. */
  onContinue: ((id: string) => void) | undefined;
};

/** Other visits that were started on this device and are neither saved nor discarded. */
export function OpenVisits({ visit, takenId, onTaken, onContinue }: OpenVisitsProps) {
  const { t } = useTranslation(['desk', 'common']);
  const parked = useParked();
  const sumOf = useSumOf(visit);
  const [isOpen, setOpen] = useState(false);
  const { draft: kept } = visit.edit;
  const others = parked.filter(({ id }) => id !== kept.id() && id !== takenId);
  // The pressed button is gone with its row, and the last row takes the list along.
  const { discard, dialog } = useDiscard(() => {
    if (others.length === 1) flushSync(() => setOpen(false));
    if (others.length === 1) leadTo(WHO_ID);
    else document.querySelector<HTMLElement>('dialog:modal > footer button')?.focus();
  });
  const toSend = others.filter(({ isTaken }) => isTaken).length;
  if (others.length === 0) return null;
  const resume = ({ id, isTaken }: Parked) => {
    setOpen(false);
    if (isTaken) onTaken(id);
    else if (onContinue) onContinue(id);
    else if (takenId === undefined) kept.resume(id);
  };
  return (
    <>
      <Button
        icon={History}
        isShort
        count={
          <>
            <b>{others.length}</b>
            {toSend > 0 && <span>{t('away.toSend', { count: toSend })}</span>}
          </>
        }
        onClick={() => setOpen(true)}
      >
        {t('open.title')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('open.title')}
          description={t('open.kept')}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{t('common:action.close')}</Button>}
        >
          <ul className={payStyles.float}>
            {others.map((one) => (
              <ParkedRow
                key={one.id}
                one={one}
                sumLAK={sumOf(one.draft)}
                isOff={!one.isTaken && takenId !== undefined}
                onResume={() => resume(one)}
                onDiscard={one.isTaken || one.isSent ? undefined : () => void discard(one)}
              />
            ))}
          </ul>
        </Dialog>
      )}
      {dialog}
    </>
  );
}
