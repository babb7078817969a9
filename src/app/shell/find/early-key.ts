import { isLocked } from '#src/lib/session/lock.ts';

export const isFindKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

let isAsked = false;

/** Notes that the finder was asked for before it is there, and says so. Gives back how to stop. */
export function listenEarly(onAsked: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!isFindKey(event) || isLocked()) return;
    event.preventDefault();
    isAsked = true;
    onAsked();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}

/** Whether the finder was asked for too early; says so once. */
export function takeAsked(): boolean {
  const was = isAsked;
  isAsked = false;
  return was;
}
