import { useEffect, useEffectEvent } from 'react';
import { wedgeReader } from './wedge-reader.ts';

type Reader = {
  read: (code: string) => void;
  fits: ((code: string) => boolean) | undefined;
  modals: number;
};

/** The readers waiting for a code. The last one gets it, such as a dialog until it closes. */
const readers: Reader[] = [];

const openModals = () => document.querySelectorAll('dialog:modal').length;

/** The reader that waits for codes like this one, else the one that takes any. */
function readerOf(code: string): Reader | undefined {
  const modals = openModals();
  const waiting = readers.filter((reader) => modals <= reader.modals);
  return (
    waiting.findLast(({ fits }) => fits?.(code)) ??
    waiting.findLast(({ fits }) => fits === undefined)
  );
}

const holdsNoText: ReadonlySet<string> = new Set(['button', 'checkbox', 'radio', 'submit']);

/** The focused text box, if there is one. */
function textBox(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  if (target instanceof HTMLInputElement) return holdsNoText.has(target.type) ? undefined : target;
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
    ? target
    : undefined;
}

/**
 * Restores the text before the scan. React ignores a value set directly on its element, so the
 * native setter is used.
 */
function restore(box: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

function listen(): () => void {
  const take = wedgeReader();
  let textBefore = '';
  const onKey = (event: KeyboardEvent) => {
    const focused = textBox(event.target);
    const box =
      focused instanceof HTMLInputElement && focused.dataset['scan'] !== undefined
        ? focused
        : undefined;
    if (focused !== box) return;
    const reading = take(event);
    if (reading.kind === 'first' && box) textBefore = box.value;
    if (reading.kind !== 'code') return;
    const reader = readerOf(reading.code);
    if (box?.dataset['scan'] === 'cards' && !reader?.fits) return;
    // Enter would press the focused button or submit the form.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (box) restore(box, textBefore);
    reader?.read(reading.code);
  };
  window.addEventListener('keydown', onKey, true);
  return () => window.removeEventListener('keydown', onKey, true);
}

let stopListening: (() => void) | undefined;

/**
 * Receives every code a scanner types outside of text boxes, or in boxes with `takesScan`, which
 * get their text back. Of several readers on screen the last mounted one receives it, and none
 * below a dialog. Readers of certain codes (`fits`) come before the others.
 */
export function useScan(onScan: (code: string) => void, fits?: (code: string) => boolean): void {
  const read = useEffectEvent(onScan);
  const takes = useEffectEvent((code: string) => fits?.(code) ?? true);
  const isChoosy = fits !== undefined;
  useEffect(() => {
    const reader: Reader = {
      read: (code) => read(code),
      fits: isChoosy ? (code) => takes(code) : undefined,
      modals: openModals(),
    };
    readers.push(reader);
    stopListening ??= listen();
    return () => {
      readers.splice(readers.indexOf(reader), 1);
      if (readers.length > 0) return;
      stopListening?.();
      stopListening = undefined;
    };
  }, [isChoosy]);
}
