import { useEffect, useEffectEvent } from 'react';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const isTicked = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type);

/**
 * Listens for letters and digits by the position of their keys, so that a Lao keyboard works too.
 * Ignored while somebody types and, for a page, while a dialog is open.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>>,
  place: 'page' | 'dialog' = 'page',
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (
      (typesText(event.target) && !isTicked(event.target)) ||
      (place === 'page' && document.querySelector('dialog:modal'))
    )
      return;
    const act = keys[event.code.replace(/^(?:Key|Digit|Numpad)/, '')];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
