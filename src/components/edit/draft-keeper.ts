import type * as z from 'zod/mini';
import { adoptValues, blankValues, editableValues } from '#src/lib/form-schema.ts';
import { newIdempotencyKey, settleWrite } from '#src/lib/request/save.ts';
import { logFailure } from '#src/lib/browser/log.ts';
import { isSameData } from '#src/lib/request/idempotent-submit.ts';
import {
  draftText,
  openDrafts,
  type DraftContent,
  type DraftSubject,
  type Drafts,
} from '#src/offline/drafts/drafts.ts';

/** A draft found when its form was opened, waiting for an answer. */
export type Offer = { id: string; savedAt: number; content: DraftContent };

type Form<Row> = {
  author: string;
  place: DraftSubject;
  schema: z.ZodMiniObject;
  /**
   * The form was opened for one draft, so none is offered: to look at the others would hold them.
   */
  offersNone?: boolean;
  /** What is to be kept; `undefined` while there is nothing unsaved. */
  read: () => DraftContent | undefined;
  onOffer: (offer: Offer | undefined) => void;
  /** Whether what is typed is kept on the device; `undefined` while it is about to be. */
  onKept: (isKept: boolean | undefined) => void;
  /** What was sent before the page was lost turned out to be saved. */
  onSavedBefore: (row: Row) => void;
};

const AFTER_MS = 500;
/** A page that was just closed may need a moment until the browser has let go of what it held. */
const HOLD_WITHIN_MS = 500;

const heldHere = new Map<string, () => void>();

/**
 * Takes a draft for this page, for as long as it lives; `false` while another page works on it. A
 * crash lets go of it.
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

/** Keeps the draft of one open form, and offers what earlier openings have left. */
export class DraftKeeper<Row> {
  readonly #form: Form<Row>;
  readonly #drafts: Promise<Drafts | undefined>;
  /** Under which id this form's text lies; another one once it goes on with an old draft. */
  #id = newIdempotencyKey();
  readonly #held = new Set<string>();
  /** What lies on the device under that id. */
  #stored: string | undefined;
  #isDiscarded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(form: Form<Row>) {
    this.#form = form;
    this.#drafts = openDrafts(form.author, form.place);
    void this.#hold(this.#id);
    void this.#drafts.then((drafts) => drafts ?? form.onKept(false));
    void this.#offerNext();
  }

  /** Something was typed: it is kept in a moment. */
  changed(): void {
    clearTimeout(this.#timer);
    if (this.#stored !== undefined) this.#form.onKept(undefined);
    this.#timer = setTimeout(() => void this.keep(), AFTER_MS);
  }

  /** Whether everything that is typed lies on the device. */
  isKept(): boolean {
    return this.#text() === this.#stored;
  }

  /**
   * Puts what is typed now on the device, or takes it from there when nothing is unsaved; `true`
   * when that is done.
   */
  keep(): Promise<boolean> {
    clearTimeout(this.#timer);
    const content = this.#content();
    const id = this.#id;
    const done = this.#queue.then(() => this.#store(id, content));
    this.#queue = done;
    return done;
  }

  /** The person wants nothing of it any more. */
  discard(): Promise<boolean> {
    this.#isDiscarded = true;
    return this.keep();
  }

  /** The form is gone; what is in it stays on the device. */
  end(): void {
    void this.keep().then(() => this.#held.forEach(releaseDraft));
  }

  /** Goes on with an old draft. What was typed meanwhile is not lost: it is offered next. */
  async take(offer: Offer, restore: (content: DraftContent) => void): Promise<void> {
    await this.keep();
    this.#id = offer.id;
    this.#stored = draftText(offer.content);
    restore(offer.content);
    await this.#offerNext();
  }

  /** Under which id this form's text lies. */
  id(): string {
    return this.#id;
  }

  /**
   * Goes on with the old draft of this id, wherever it stands in the queue; not with one that
   * another page works on.
   */
  async resume(id: string, restore: (content: DraftContent) => void): Promise<void> {
    const drafts = await this.#drafts;
    const draft = (await drafts?.list())?.find((one) => one.id === id);
    if (!draft || !(await this.#hold(id))) return;
    const opened = await drafts?.open(draft);
    const content = opened && (await this.#settled(id, opened));
    if (content)
      await this.take({ id, savedAt: draft.savedAt, content: this.#adopted(content) }, restore);
  }

  /** Removes an old draft. */
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

  /** The draft as today's form can take it. */
  #adopted(content: DraftContent): DraftContent {
    const { schema } = this.#form;
    const { base, values } = content;
    const blank = blankValues(schema);
    const saved = base ? { ...blank, ...editableValues(schema, base) } : blank;
    return { ...content, values: adoptValues(schema, saved, values) };
  }

  /**
   * The draft after the server was asked what became of a try to save it; `undefined` when it was
   * saved.
   */
  async #settled(id: string, content: DraftContent): Promise<DraftContent | undefined> {
    const { sent, values, base } = content;
    if (!sent) return content;
    const settled = await settleWrite<Row>(sent.key, { background: true });
    if (settled.outcome === 'notSent') return { values, base };
    if (settled.outcome !== 'saved') return content;
    if (!isSameData(sent.values, values))
      return { values, base: settled.row as Record<string, unknown> };
    await (await this.#drafts)?.remove(id);
    this.#form.onSavedBefore(settled.row);
    return undefined;
  }
}
