import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A link to a part of the same page, by its id. The router makes its entry: it counts the steps of
 * a later Back, and would count one of the browser's own from the first page.
 */
export function PartLink({ to, ...props }: { to: string } & ComponentProps<'a'>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const follow = (event: MouseEvent) => {
    const part = document.getElementById(to);
    if (!part || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ search, hash: to }, { preventScrollReset: true });
    part.scrollIntoView();
    // The next Tab goes on from there, as after a link of the browser.
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
  return <a {...props} href={`#${to}`} onClick={follow} />;
}
