import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import type * as z from 'zod/mini';
import { useStore } from '#src/lib/store.ts';
import { announceWork } from '#src/lib/unsaved-work.ts';
import type { DraftContent, DraftPlace } from '#src/offline/draft-content.ts';
import type { DraftKeeper, Offer } from './draft-keeper.ts';
import type { DraftOfferProps } from './draft-offer.tsx';

type Options<Row> = {
  place: DraftPlace;
  schema: z.ZodMiniObject;
  /** Whether this person may write here at all. */
  isWritable: boolean;
  /** What is to be kept; `undefined` while nothing is unsaved. */
  read: () => DraftContent | undefined;
  /** Puts an old draft into the form. */
  restore: (content: DraftContent) => void;
  /** A try to save that was lost with its page turned out to be saved. */
  onSavedBefore: (row: Row) => void;
};

/** What a form knows of its draft. */
export type Draft = {
  /** To be called whenever something in the form changed. */
  changed: () => void;
  /** `true` once what is typed lies on the device. */
  keep: () => Promise<boolean>;
  discard: () => void;
  /** Whether closing the page now would lose something. */
  isUnsafe: () => boolean;
  /** Whether typing is kept on the device; `undefined` until it was tried. */
  isKept: boolean | undefined;
  /** Asks whether to go on with an old draft; nothing to ask without one. */
  question: { Panel: ComponentType<DraftOfferProps>; savedAt: number; resume: () => void; discard: () => void } | undefined;
};

type Found = { offer: Offer; Panel: ComponentType<DraftOfferProps> };

const load = () => Promise.all([import('./draft-keeper.ts'), import('./draft-offer.tsx')]);
const notYet = () => Promise.resolve(false);

/** Calls `keep` when the page is put away; it may never come back. Returns how to stop. */
function onHide(keep: () => void): () => void {
  const hide = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', keep);
  return () => {
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('pagehide', keep);
  };
}

/**
 * Keeps what is typed into a form on the device. What that takes (encryption, the database) is fetched once the form
 * stands.
 */
export function useDraft<Row>(options: Options<Row>): Draft {
  const [found, setFound] = useState<Found>();
  const [isKept, setKept] = useState<boolean>();
  const keeper = useRef<DraftKeeper<Row>>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { isWritable } = options;
  const { form, record } = options.place;

  useEffect(() => {
    const author = useStore.getState().user.userData?._id;
    if (!isWritable || author === undefined) return;
    let isGone = false;
    const begin = async () => {
      const [{ DraftKeeper: Keeper }, { DraftOffer: Panel }] = await load();
      if (isGone) return;
      keeper.current = new Keeper<Row>({
        author,
        place: { form, record },
        schema: latest.current.schema,
        read: () => latest.current.read(),
        onOffer: (offer) => setFound(offer && { offer, Panel }),
        onKept: setKept,
        onSavedBefore: (row) => latest.current.onSavedBefore(row),
      });
      keeper.current.changed();
    };
    // A moment later, so that the form is drawn first.
    const timer = setTimeout(() => void begin().catch(() => setKept(false)));
    const keep = () => keeper.current?.keep() ?? notYet();
    const stopWatching = onHide(() => void keep());
    const isDirty = () => latest.current.read() !== undefined;
    const withdraw = announceWork({ title: () => useStore.getState().theme.pageTitle, isDirty, keep });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stopWatching();
      withdraw();
      keeper.current?.end();
      keeper.current = undefined;
    };
  }, [isWritable, form, record]);

  return {
    changed: useCallback(() => keeper.current?.changed(), []),
    keep: () => keeper.current?.keep() ?? notYet(),
    discard: () => void keeper.current?.discard(),
    isUnsafe: useCallback(() => latest.current.read() !== undefined && keeper.current?.isKept() !== true, []),
    isKept,
    question: found && {
      Panel: found.Panel,
      savedAt: found.offer.savedAt,
      resume: () => void keeper.current?.take(found.offer, (content) => latest.current.restore(content)),
      discard: () => void keeper.current?.refuse(found.offer),
    },
  };
}
