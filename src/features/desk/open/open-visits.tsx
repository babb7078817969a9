import { History } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visits } from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import cards from '#src/features/desk/cards.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import type { DeviceDatabase, SealedDraft } from '#src/offline/db.ts';
import { TAKEN_OFFLINE, openDrafts } from '#src/offline/drafts/drafts.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type Parked = { id: string; savedAt: number; draft: VisitDraft; isSent: boolean; isTaken: boolean };

/** Decrypts the drafts of this person; those that cannot be opened are left out. */
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
  return opened.filter((one) => one !== undefined).toSorted((a, b) => b.savedAt - a.savedAt);
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
  const namesOf = useNames();
  const [isOpen, setOpen] = useState(false);
  const { draft: kept } = visit.edit;
  const others = parked.filter(({ id }) => id !== kept.id() && id !== takenId);
  const isAway = useServerUnreachable();
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
            {others.map((one) => {
              const { id, savedAt, draft, isSent, isTaken } = one;
              return (
                <li key={id} className={cards.option}>
                  <span className={cards.put}>
                    <b>{namesOf(draft)}</b>
                    <small>
                      {formatDateTime(new Date(savedAt).toISOString())}
                      {DOT}
                      {t('open.lines', { count: draft.places.length + draft.products.length })}
                      {isTaken && `${DOT}${t('away.toBeSent')}`}
                      {isSent && `${DOT}${t('open.sent')}`}
                    </small>
                  </span>
                  <Button disabled={!isTaken && takenId !== undefined} onClick={() => resume(one)}>
                    {t(isTaken ? (isAway ? 'away.showSlip' : 'away.review') : 'open.continue')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </Dialog>
      )}
    </>
  );
}
