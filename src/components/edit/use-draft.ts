import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import type * as z from 'zod/mini';
import { useStore } from '#src/lib/store.ts';
import { announceWork, type UnsavedWork } from '#src/lib/unsaved-work.ts';
import type { DraftContent, DraftSubject } from '#src/offline/drafts/drafts.ts';
import type { DraftKeeper, Offer } from './draft-keeper.ts';
import type { DraftOfferProps } from './draft-offer.tsx';

type Options<Row> = {
  place: DraftSubject;
  /** The name of the edited part, if a page has several; by default the page's title. */
  title: string | undefined;
  schema: z.ZodMiniObject;
  /** The id of the draft that the page was opened for; no other draft is offered then. */
  resumes?: string | undefined;
  /** See `EditOptions`. */
  leavesRest?: boolean | undefined;
  /** True if this person may write here. */
  isWritable: boolean;
  /** The unsaved input to store; `undefined` while there is none. */
  read: () => DraftContent | undefined;
  /** Puts an old draft into the form. */
  restore: (content: DraftContent) => void;
  /** Called when a try to save that was lost with its page turns out to have been saved. */
  onSavedBefore: (row: Row) => void;
};

/** The draft, as the form sees it. */
export type Draft = {
  /** Call it whenever something in the form changed. */
  changed: () => void;
  /** Resolves with `true` once the input is stored on the device. */
  keep: () => Promise<boolean>;
  discard: () => void;
  /** True if input is stored on the device; `undefined` until it was tried. */
  isKept: boolean | undefined;
  /**
   * The id of the draft on the device; with `resume`, a screen that lists drafts switches to
   * another one.
   */
  id: () => string | undefined;
  resume: (id: string) => void;
  /** Asks whether to continue an old draft; `undefined` if there is none. */
  question:
    | {
        Panel: ComponentType<DraftOfferProps>;
        savedAt: number;
        /** True if it may have been saved; the server could not be asked. */
        isPerhapsSaved: boolean;
        resume: () => void;
        discard: () => void;
      }
    | undefined;
};

type Found = { offer: Offer; isPerhapsSaved: boolean; Panel: ComponentType<DraftOfferProps> };

const load = () => Promise.all([import('./draft-keeper.ts'), import('./draft-offer.tsx')]);
const notYet = () => Promise.resolve(false);

/**
 * Describes the unsaved work for the question before leaving the page and for the end of the
 * session.
 */
function workOf<Row>(
  latest: RefObject<Options<Row>>,
  keeper: RefObject<DraftKeeper<Row> | undefined>,
  keep: () => Promise<boolean>,
): UnsavedWork {
  const isDirty = () => latest.current.read() !== undefined;
  return {
    title: () => latest.current.title ?? useStore.getState().theme.pageTitle,
    isDirty,
    isUnsafe: () => isDirty() && keeper.current?.isKept() !== true,
    keep,
  };
}

/** Continues the draft that the page was opened for. */
async function resumeWanted<Row>(
  keeper: DraftKeeper<Row>,
  latest: RefObject<Options<Row>>,
): Promise<void> {
  const { resumes } = latest.current;
  if (resumes !== undefined)
    await keeper.resume(resumes, (content) => latest.current.restore(content));
}

/**
 * Stores a form's input on the device. Encryption and the database are fetched once the form is
 * drawn.
 */
export function useDraft<Row>(options: Options<Row>): Draft {
  const [found, setFound] = useState<Found>();
  const [isKept, setKept] = useState<boolean>();
  const keeper = useRef<DraftKeeper<Row>>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const {
    isWritable,
    place: { form, record },
  } = options;

  useEffect(() => {
    const author = useStore.getState().user.userData?._id;
    if (!isWritable || author === undefined) return;
    let isGone = false;
    const begin = async () => {
      const [{ DraftKeeper: Keeper, isPerhapsSaved }, { DraftOffer: Panel }] = await load();
      if (isGone) return;
      keeper.current = new Keeper<Row>({
        author,
        place: { form, record },
        schema: latest.current.schema,
        offersNone: latest.current.resumes !== undefined,
        endsWhenSaved: latest.current.leavesRest ?? false,
        read: () => latest.current.read(),
        onOffer: (offer) =>
          setFound(offer && { offer, isPerhapsSaved: isPerhapsSaved(offer), Panel }),
        onKept: setKept,
        onSavedBefore: (row) => latest.current.onSavedBefore(row),
      });
      await resumeWanted(keeper.current, latest);
      keeper.current?.changed();
    };
    // Delayed, so that the form is drawn first.
    const timer = setTimeout(() => void begin().catch(() => setKept(false)));
    const keep = () => keeper.current?.keep() ?? notYet();
    const withdraw = announceWork(workOf(latest, keeper, keep));
    return () => {
      isGone = true;
      clearTimeout(timer);
      withdraw();
      keeper.current?.end();
      keeper.current = undefined;
    };
  }, [isWritable, form, record]);

  // The server is asked again whether the draft was saved, as soon as the network is back.
  useEffect(() => {
    if (!found?.isPerhapsSaved) return undefined;
    const ask = () => void keeper.current?.askAgain(found.offer);
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [found]);

  return {
    changed: useCallback(() => keeper.current?.changed(), []),
    keep: () => keeper.current?.keep() ?? notYet(),
    discard: () => void keeper.current?.discard(),
    isKept,
    id: () => keeper.current?.id(),
    resume: (id) => void keeper.current?.resume(id, (content) => latest.current.restore(content)),
    question: found && {
      Panel: found.Panel,
      savedAt: found.offer.savedAt,
      isPerhapsSaved: found.isPerhapsSaved,
      resume: () =>
        void keeper.current?.take(found.offer, (content) => latest.current.restore(content)),
      discard: () => void keeper.current?.refuse(found.offer),
    },
  };
}
