import { isLocked } from '#src/lib/session/lock.ts';
import { token } from '#src/lib/session/session.ts';

/** What one of the two keys that every page has asks for. */
export type Asked = 'find' | 'keys';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Which of them was pressed; another dialog in front is left alone. */
export function askedBy({
  key,
  altKey,
  ctrlKey,
  metaKey,
  target,
}: KeyboardEvent): Asked | undefined {
  if (altKey || document.querySelector('dialog:modal')) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'find' : undefined;
  return key === '?' && !typesText(target) ? 'keys' : undefined;
}

let early: Asked | undefined;
let onEarly: (() => void) | undefined;

/** Notes what was asked for before there is anything that could answer. */
const note = (event: KeyboardEvent) => {
  const asked = token() === null || isLocked() ? undefined : askedBy(event);
  if (!asked) return;
  event.preventDefault();
  early = asked;
  onEarly?.();
};
window.addEventListener('keydown', note);

/** Waits so long, or until somebody asks. */
export const untilAsked = (ms: number) =>
  new Promise<void>((resolve) => {
    onEarly = resolve;
    setTimeout(resolve, early ? 0 : ms);
  });

/** What was asked for too early; from here on somebody else listens. */
export function takeEarly(): Asked | undefined {
  window.removeEventListener('keydown', note);
  const asked = early;
  early = undefined;
  return asked;
}
