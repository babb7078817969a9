/** A button whose panel is open in the page. The groups of the sidebar are no panels. */
const OPENED = ':is(main, header) button[aria-expanded=true][aria-controls]';

function close(event: KeyboardEvent): void {
  // What lies in front takes the key first: a dialog, a menu, a search that is not empty.
  if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]'))
    return;
  const opener = [...document.querySelectorAll<HTMLElement>(OPENED)].at(-1);
  if (!opener) return;
  event.preventDefault();
  opener.click();
  opener.focus();
}

/** Lets Escape close the panel that was opened last in the page, wherever the focus is. */
export function closePanelsByEscape(): void {
  document.addEventListener('keydown', close);
}
