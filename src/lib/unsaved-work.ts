/** A form with something in it that is not saved. */
export type UnsavedWork = {
  /** The title of its page, in the person's language. */
  title: () => string;
  isDirty: () => boolean;
  /** Puts what is typed into its draft; `true` once it is safe on the device. */
  keep: () => Promise<boolean>;
};

const open = new Set<UnsavedWork>();

/** Announces a form while it is on screen; returns how to take it back. */
export function announceWork(work: UnsavedWork): () => void {
  open.add(work);
  return () => {
    open.delete(work);
  };
}

/** The titles of the forms in this tab that hold something unsaved. */
export function unsavedTitles(): string[] {
  return [...open].filter((work) => work.isDirty()).map((work) => work.title());
}

/** Puts every unsaved form of this tab into its draft; `true` when all of them are safe. */
export async function keepUnsavedWork(): Promise<boolean> {
  const kept = await Promise.all([...open].filter((work) => work.isDirty()).map((work) => work.keep()));
  return kept.every(Boolean);
}
