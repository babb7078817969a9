import type * as z from 'zod/mini';
import { adoptValues, blankValues, editableValues } from '#src/lib/form-schema.ts';
import { isSameData, newIdempotencyKey, settleWrite } from '#src/lib/request/save.ts';
import { logFailure } from '#src/lib/browser/log.ts';
import {
  draftText,
  openDrafts,
  type DraftContent,
  type DraftSubject,
  type Drafts,
} from '#src/offline/drafts/drafts.ts';

/** A draft found when its form was opened; the person has not answered yet. */
export type Offer = { id: string; savedAt: number; content: DraftContent };

/** True for an offer that was sent, and that may have been saved; the server could not be asked. */
export const isPerhapsSaved = ({ content }: Offer): boolean => content.sent !== undefined;

type Form<Row> = {
  author: string;
  place: DraftSubject;
  schema: z.ZodMiniObject;
  /**
   * True if the form was opened for one draft. Others are not offered then, because reading them
   * would lock them.
   */
  offersNone?: boolean;
  /**
   * True if a try that was saved is the end of its draft, whatever was typed since. So it is at the
   * desk, because a visit that is sent again would be charged again.
   */
  endsWhenSaved?: boolean;
  /** The unsaved input to store; `undefined` while there is none. */
  read: () => DraftContent | undefined;
  onOffer: (offer: Offer | undefined) => void;
  /** True if the input is stored on the device; `undefined` while it is being stored. */
  onKept: (isKept: boolean | undefined) => void;
  /** Called when the request that was sent before the page was lost turns out to be saved. */
  onSavedBefore: (row: Row) => void;
};

const AFTER_MS = 500;
/** A page that was just closed may need a moment until the browser releases its locks. */
const HOLD_WITHIN_MS = 500;

const heldHere = new Map<string, () => void>();

/**
 * Locks a draft for the lifetime of this page; `false` while another page works on it. The browser
 * releases the lock after a crash.
 */
function holdDraft(id: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (heldHere.has(id) || !locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const untilReleased = () => {
      resolve(true);
      return new Promise<void>((release) => heldHere.set(id, release));
    };
    locks
      .request(`draft:${id}`, { signal: AbortSignal.timeout(HOLD_WITHIN_MS) }, untilReleased)
      .catch(() => resolve(false));
  });
}

function releaseDraft(id: string): void {
  heldHere.get(id)?.();
  heldHere.delete(id);
}

/**
 * Calls `keep` when the page is hidden, because it may never come back. Returns a function to stop.
 */
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

/** Stores the draft of one open form, and offers drafts of earlier openings. */
export class DraftKeeper<Row> {
  readonly #form: Form<Row>;
  readonly #drafts: Promise<Drafts | undefined>;
  /** The id of this form's draft; it changes when the form continues an old draft. */
  #id = newIdempotencyKey();
  readonly #held = new Set<string>();
  /** The text stored on the device under that id. */
  #stored: string | undefined;
  #isDiscarded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #stopWatching = onHide(() => void this.keep());

  constructor(form: Form<Row>) {
    this.#form = form;
    this.#drafts = openDrafts(form.author, form.place);
    void this.#hold(this.#id);
    void this.#drafts.then((drafts) => drafts ?? form.onKept(false));
    void this.#offerNext();
  }

  /** Stores the input in a moment. */
  changed(): void {
    clearTimeout(this.#timer);
    if (this.#stored !== undefined) this.#form.onKept(undefined);
    this.#timer = setTimeout(() => void this.keep(), AFTER_MS);
  }

  /** True if all input is stored on the device. */
  isKept(): boolean {
    return this.#text() === this.#stored;
  }

  /**
   * Stores the input on the device, or removes it if nothing is unsaved; `true` when that is done.
   */
  keep(): Promise<boolean> {
    clearTimeout(this.#timer);
    const content = this.#content();
    const id = this.#id;
    const done = this.#queue.then(() => this.#store(id, content));
    this.#queue = done;
    return done;
  }

  /** The person discards the input. */
  discard(): Promise<boolean> {
    this.#isDiscarded = true;
    return this.keep();
  }

  /** The form has closed; its input stays on the device. */
  end(): void {
    this.#stopWatching();
    void this.keep().then(() => this.#held.forEach(releaseDraft));
  }

  /** Continues an old draft. Input typed meanwhile is not lost: it is offered next. */
  async take(offer: Offer, restore: (content: DraftContent) => void): Promise<void> {
    await this.keep();
    this.#id = offer.id;
    this.#stored = draftText(offer.content);
    restore(offer.content);
    await this.#offerNext();
  }

  /** The id of this form's draft. */
  id(): string {
    return this.#id;
  }

  /**
   * Continues the old draft with this id, wherever it is in the queue; does nothing if another page
   * works on it.
   */
  async resume(id: string, restore: (content: DraftContent) => void): Promise<void> {
    const drafts = await this.#drafts;
    const draft = (await drafts?.list())?.find((stored) => stored.id === id);
    if (!draft || !(await this.#hold(id))) return;
    const opened = await drafts?.open(draft);
    const content = opened && (await this.#settled(id, opened));
    if (content)
      await this.take({ id, savedAt: draft.savedAt, content: this.#adopted(content) }, restore);
  }

  /** Asks the server again about an offer that may have been saved. */
  async askAgain(offer: Offer): Promise<void> {
    if (isPerhapsSaved(offer)) await this.#offerNext();
  }

  /** Deletes an old draft. */
  async refuse(offer: Offer): Promise<void> {
    await (await this.#drafts)?.remove(offer.id);
    await this.#offerNext();
  }

  #content(): DraftContent | undefined {
    return this.#isDiscarded ? undefined : this.#form.read();
  }

  #text(): string | undefined {
    const content = this.#content();
    return content && draftText(content);
  }

  async #store(id: string, content: DraftContent | undefined): Promise<boolean> {
    const text = content && draftText(content);
    if (id === this.#id && text === this.#stored) {
      if (text !== undefined) this.#form.onKept(true);
      return true;
    }
    const drafts = await this.#drafts;
    if (!drafts) return text === undefined;
    try {
      const savedAt = content?.sent?.at ?? Date.now();
      const isDone =
        text === undefined ? await drafts.remove(id) : await drafts.put(id, text, savedAt);
      if (isDone && id === this.#id) this.#stored = text;
      this.#form.onKept(text === undefined && isDone ? undefined : isDone);
      return isDone;
    } catch (error) {
      logFailure('A draft could not be kept', error);
      this.#form.onKept(false);
      return false;
    }
  }

  async #hold(id: string): Promise<boolean> {
    const isHeld = await holdDraft(id);
    if (isHeld) this.#held.add(id);
    return isHeld;
  }

  async #offerNext(): Promise<void> {
    if (this.#form.offersNone) return;
    this.#form.onOffer(await this.#nextOffer());
  }

  async #nextOffer(): Promise<Offer | undefined> {
    const drafts = await this.#drafts;
    for (const draft of (await drafts?.list()) ?? []) {
      if (draft.id === this.#id || !(await this.#hold(draft.id))) continue;
      const opened = await drafts?.open(draft);
      const content = opened && (await this.#settled(draft.id, opened));
      if (content) return { id: draft.id, savedAt: draft.savedAt, content: this.#adopted(content) };
    }
    return undefined;
  }

  /** The draft in the shape of today's form. */
  #adopted(content: DraftContent): DraftContent {
    const { schema } = this.#form;
    const { base, values } = content;
    const blank = blankValues(schema);
    const saved = base ? { ...blank, ...editableValues(schema, base) } : blank;
    return { ...content, values: adoptValues(schema, saved, values) };
  }

  /**
   * The draft after asking the server about an earlier try to save it; `undefined` if it was saved.
   */
  async #settled(id: string, content: DraftContent): Promise<DraftContent | undefined> {
    const { sent, values, base } = content;
    if (!sent) return content;
    const settled = await settleWrite<Row>(sent.key, { background: true });
    if (settled.outcome === 'notSent') return { values, base };
    if (settled.outcome !== 'saved') return content;
    if (!this.#form.endsWhenSaved && !isSameData(sent.values, values))
      return { values, base: settled.row as Record<string, unknown> };
    await (await this.#drafts)?.remove(id);
    this.#form.onSavedBefore(settled.row);
    return undefined;
  }
}
