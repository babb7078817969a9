/** Something that is edited on this page and not saved. */
export type UnsavedWork = {
  /** What it is called, in the person's language. */
  title: () => string;
  isDirty: () => boolean;
  /** Whether closing the page now would lose something of it. */
  isUnsafe: () => boolean;
  /** Puts what is typed into its draft; `true` once it is safe on the device. */
  keep: () => Promise<boolean>;
  /** The person leaves the page in spite of it. */
  leave: () => void;
};

const open = new Set<UnsavedWork>();

const dirty = () => [...open].filter((work) => work.isDirty());

/** Announces work while it is on screen; returns how to take it back. */
export function announceWork(work: UnsavedWork): () => void {
  open.add(work);
  return () => {
    open.delete(work);
  };
}

/** What everything in this tab that is not saved is called. */
export function unsavedTitles(): string[] {
  return dirty().map((work) => work.title());
}

/** Whether closing the tab now would lose something. */
export const isWorkUnsafe = (): boolean => [...open].some((work) => work.isUnsafe());

/** The person leaves the page with everything on it that is not saved. */
export function leaveUnsavedWork(): void {
  for (const work of dirty()) work.leave();
}

/** Puts everything unsaved of this tab into its draft; `true` when all of it is safe. */
export async function keepUnsavedWork(): Promise<boolean> {
  const kept = await Promise.all(dirty().map((work) => work.keep()));
  return kept.every(Boolean);
}
