/** What opens above every page: the finder, or a text of the manual. */
export type AbovePage = {
  open: 'find' | 'help';
  /** The text of the manual; without one the help of the page. */
  text?: string | undefined;
};

let early: AbovePage | undefined;
let onEarly: (() => void) | undefined;
let answer: ((asked: AbovePage) => void) | undefined;

/** Opens something above the page, at once or as soon as it can be answered. */
export function openAbove(asked: AbovePage): void {
  if (answer) return answer(asked);
  early = asked;
  return onEarly?.();
}

/** Opens a text of the manual, or the help of the page. */
export const askHelp = (text?: string): void => openAbove({ open: 'help', text });

/** Waits until somebody asks. */
export const untilAsked = () =>
  new Promise<void>((resolve) => {
    onEarly = resolve;
    if (early) resolve();
  });

/**
 * Answers from here on, first to the request that came too early. Returns a function that stops.
 */
export function answerWith(open: (asked: AbovePage) => void): () => void {
  answer = open;
  if (early) open(early);
  early = undefined;
  return () => {
    answer = undefined;
  };
}
