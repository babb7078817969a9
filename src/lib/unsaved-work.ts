/** Unsaved work on this page. */
export type UnsavedWork = {
  /** Its name, in the person's language. */
  title: () => string;
  isDirty: () => boolean;
  /** True if closing the page now would lose some of it. */
  isUnsafe: () => boolean;
  /** Stores the input as a draft; `true` once it is on the device. */
  keep: () => Promise<boolean>;
  /** Of work that nobody typed: what leaving loses, instead of the words for drafts. */
  lost?: () => string;
};

const open = new Set<UnsavedWork>();

const dirty = () => [...open].filter((work) => work.isDirty());

/** Registers work while it is on screen; returns a function to remove it. */
export function announceWork(work: UnsavedWork): () => void {
  open.add(work);
  return () => {
    open.delete(work);
  };
}

/** The titles of all unsaved work in this tab. */
export function unsavedTitles(): string[] {
  return dirty().map((work) => work.title());
}

/** Work with its own words for what leaving loses. */
export const lostWork = (): UnsavedWork | undefined => dirty().find((work) => work.lost);

/** True if closing the tab now would lose something. */
export const isWorkUnsafe = (): boolean => [...open].some((work) => work.isUnsafe());

/** Stores all unsaved work of this tab as drafts; `true` once all of it is on the device. */
export async function keepUnsavedWork(): Promise<boolean> {
  const kept = await Promise.all(dirty().map((work) => work.keep()));
  return kept.every(Boolean);
}
