/** An element whose content changes when keys are typed into it. */
export type TextBox = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const holdsNoText: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** The box of this element, if it is one. */
export function textBox(target: EventTarget | null): TextBox | undefined {
  if (target instanceof HTMLInputElement) return holdsNoText.has(target.type) ? undefined : target;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target
    : undefined;
}

/** Give this to the box that takes digits wherever the focus is; `more` adds them to its text. */
export const takesDigits = (isTyped: boolean) => ({
  'data-digits': isTyped ? 'more' : 'new',
});

/**
 * The box that this digit belongs to although the focus is elsewhere, with the focus in it: the
 * reader of scans then sees the keys in a box from the first one, so that a scan leaves its text as
 * it was and fast typing is no scan. The keys of a pad are its own.
 */
export function digitsBox(event: KeyboardEvent): HTMLInputElement | undefined {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (!/^\d$/.test(key) || ctrlKey || altKey || metaKey) return undefined;
  const box = document.querySelector<HTMLInputElement>('input[data-digits]');
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
  const isOnPad = target instanceof Element && target.closest('[data-pad]') !== null;
  if (!box || isOnPad || box.closest('dialog') !== modal || box.closest('[inert]'))
    return undefined;
  box.focus();
  if (box.dataset['digits'] === 'more') box.setSelectionRange(box.value.length, box.value.length);
  return box;
}

/** Passwords are never read: security keys type them like a scanner. */
export const isSecret = (box: TextBox | undefined): boolean =>
  box instanceof HTMLInputElement &&
  (box.type === 'password' || /password|one-time-code/.test(box.autocomplete));

/** A box before the first key of a possible scan. */
export type Before = { box: TextBox; value: string; start: number | null; end: number | null };

export function beforeScan(box: TextBox): Before {
  const [start, end] =
    box instanceof HTMLSelectElement ? [null, null] : [box.selectionStart, box.selectionEnd];
  return { box, value: box.value, start, end };
}

/**
 * React ignores a value set directly on its element, so the setter of the element's kind is used.
 */
export function put(box: TextBox, value: string): void {
  if (box.value === value) return;
  const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    (one) => box instanceof one,
  );
  Object.getOwnPropertyDescriptor(kind?.prototype, 'value')?.set?.call(box, value);
  const type = box instanceof HTMLSelectElement ? 'change' : 'input';
  box.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Numbers and days of the browser have no caret to set. */
export function select(box: TextBox, start: number | null, end: number | null): void {
  if (start === null || box instanceof HTMLSelectElement || document.activeElement !== box) return;
  box.setSelectionRange(start, end ?? start);
}

/** Gives the box back its text and its caret, and the state of the page that follows from them. */
export function restoreBox({ box, value, start, end }: Before): void {
  put(box, value);
  select(box, start, end);
}
