/** A part of the screen that waits for codes. */
export type Reader = {
  /** Returns false for a code that it does not want; its promise holds back the next code. */
  read: (code: string) => unknown;
  /** Selects the codes of a reader that waits for certain ones only. */
  fits: ((code: string) => boolean) | undefined;
  /** The dialog around the reader. */
  dialog: () => HTMLDialogElement | undefined;
  /** True while the screen is being saved. */
  isBusy: () => boolean;
};

/** The readers on screen, the last mounted one at the end. */
export const readers: Reader[] = [];

export function addReader(reader: Reader): () => void {
  readers.push(reader);
  return () => void readers.splice(readers.indexOf(reader), 1);
}
