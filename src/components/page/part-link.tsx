import type { ComponentProps, MouseEvent } from 'react';

/**
 * Scrolls to the part that the link names, without an entry of its own: the router would not know
 * the entry, and count the steps of a later Back from the first page.
 */
function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { hash } = event.currentTarget;
  const part = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!part) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, '', hash);
  part.scrollIntoView();
  // The next Tab goes on from there, as after a link of the browser.
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** A link to a part of the same page, by its id. */
export const PartLink = ({ to, ...props }: { to: string } & ComponentProps<'a'>) => (
  <a {...props} href={`#${to}`} onClick={follow} />
);
