import { useEffect, useEffectEvent } from 'react';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const isTicked = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type);

/**
 * Hears letters and digits by the place of their keys, so that a Lao keyboard has them too; not
 * while somebody types, and on a page not while a dialog is open.
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
