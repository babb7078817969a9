/** A button whose panel is open in the page. The groups of the sidebar are no panels. */
const OPENED = ':is(main, header) button[aria-expanded=true][aria-controls]';

/** The leaving buttons of parts in which something was typed or pressed. */
const used = new WeakSet<Element>();
/** True if a list of the control with the focus was open, which takes the key first. */
let isListOpen = false;

/** The button that leaves the part of the page around `target`, if it opened in place. */
const leaveOf = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest('[data-opened]')?.querySelector<HTMLElement>('[data-leave]')
    : undefined;

function noteUse({ type, target }: Event): void {
  const leave = leaveOf(target);
  const button = target instanceof Element ? target.closest('button') : null;
  if (leave && leave !== button && (button || type === 'input')) used.add(leave);
}

/** Leaves a part as its button does, as long as nothing was typed or pressed in it. */
function leavePart({ target }: KeyboardEvent): boolean {
  const leave = leaveOf(target);
  if (!leave || used.has(leave) || isListOpen) return false;
  leave.click();
  return true;
}

function closePanel(): boolean {
  const opener = [...document.querySelectorAll<HTMLElement>(OPENED)].at(-1);
  opener?.click();
  opener?.focus();
  return opener !== undefined;
}

function close(event: KeyboardEvent): void {
  // What lies in front takes the key first: a dialog, a menu, a search that is not empty.
  if (
    event.key !== 'Escape' ||
    event.defaultPrevented ||
    event.isComposing ||
    document.querySelector('dialog[open]')
  )
    return;
  if (closePanel() || leavePart(event)) event.preventDefault();
}

/**
 * Lets Escape close the panel that was opened last in the page, wherever the focus is, and leave
 * the opened part that has the focus: docs/interface.md, "Keyboard".
 */
export function closePanelsByEscape(): void {
  document.addEventListener('keydown', close);
  const noteList = ({ target }: KeyboardEvent) => {
    isListOpen = target instanceof Element && target.closest('[aria-expanded=true]') !== null;
  };
  document.addEventListener('keydown', noteList, { capture: true });
  document.addEventListener('input', noteUse);
  document.addEventListener('click', noteUse);
}
