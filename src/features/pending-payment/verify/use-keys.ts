import { useEffect, useEffectEvent } from 'react';
import { afterBurst, listenForScans } from '#src/components/scan/listen.ts';
import { actsAlone, useSingleKeys } from '#src/lib/browser/single-keys.ts';

/** The header and the menu have keys of their own: a letter there decides no money of the page. */
const isBeside = (target: EventTarget | null) =>
  target instanceof Element && target !== document.body && !target.closest('main');

/**
 * Listens for letters and digits by the position of their keys, so that a Lao keyboard works too.
 * Ignored while somebody types and, for a page, beside its content or while a dialog is open. A key
 * that begins a scanned code does nothing. False if the person turned such keys off.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>>,
  place: 'page' | 'dialog' = 'page',
): boolean {
  const areOn = useSingleKeys();
  const isBehind = () => place === 'page' && document.querySelector('dialog:modal') !== null;
  const act = useEffectEvent((name: string) => {
    if (!isBehind()) keys[name]?.();
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !actsAlone(event) || isBehind()) return;
    if (place === 'page' && isBeside(event.target)) return;
    const name = event.code.replace(/^(?:Key|Digit|Numpad)/, '');
    if (!keys[name]) return;
    event.preventDefault();
    afterBurst(() => act(name));
  });
  useEffect(() => {
    listenForScans();
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return areOn;
}
