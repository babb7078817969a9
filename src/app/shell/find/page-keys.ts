import { isLocked } from '#src/lib/session/lock.ts';
import { token } from '#src/lib/session/session.ts';

/** The request behind one of the two keys that work on every page. */
export type PageKey = 'find' | 'keys';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The request of a key press; another dialog in front is left alone. */
export function askedBy({
  key,
  altKey,
  ctrlKey,
  metaKey,
  target,
}: KeyboardEvent): PageKey | undefined {
  if (altKey || document.querySelector('dialog:modal')) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'find' : undefined;
  return key === '?' && !typesText(target) ? 'keys' : undefined;
}

let early: PageKey | undefined;
let onEarly: (() => void) | undefined;

/** Remembers a key pressed before the finder is there to answer it. */
const note = (event: KeyboardEvent) => {
  const asked = token() === null || isLocked() ? undefined : askedBy(event);
  if (!asked) return;
  event.preventDefault();
  early = asked;
  onEarly?.();
};
window.addEventListener('keydown', note);

/** Waits until somebody presses one of the keys. */
export const untilAsked = () =>
  new Promise<void>((resolve) => {
    onEarly = resolve;
    if (early) resolve();
  });

/**
 * Returns the request that came too early, and stops listening; the caller listens from here on.
 */
export function takeEarly(): PageKey | undefined {
  window.removeEventListener('keydown', note);
  const asked = early;
  early = undefined;
  return asked;
}
