const WORD_JOINER = '\u2060';

/** A text whose codes and spans of time never break at their hyphens; for the screen only. */
export const keepWhole = (text: string): string =>
  text.replaceAll(/(?<=\S)[-–](?=\S)/g, `$&${WORD_JOINER}`);
