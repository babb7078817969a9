import { openAbove, type AbovePage } from '#src/lib/browser/above-page.ts';
import { actsAlone } from '#src/lib/browser/single-keys.ts';
import { isLocked } from '#src/lib/session/lock.ts';
import { token } from '#src/lib/session/session.ts';

/** What a key press asks for; another dialog in front is left alone. */
function askedBy(event: KeyboardEvent): AbovePage['open'] | undefined {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || document.querySelector('dialog:modal')) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'find' : undefined;
  return key === '?' && actsAlone(event) ? 'help' : undefined;
}

// From the first moment on, so that a key pressed before the finder is there is not lost.
window.addEventListener('keydown', (event) => {
  const asked = token() === null || isLocked() ? undefined : askedBy(event);
  if (!asked) return;
  event.preventDefault();
  openAbove({ open: asked });
});
