import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

type Named = { _id: string };

const linkIn = (row: Element | undefined) => row?.querySelector<HTMLElement>('[data-row]');

/**
 * Rows use the elements again that stood in their place, so the focus is led by hand: it stays with its record where that
 * has moved to another place, and is given up where it has left. The row of `savedId` takes it once.
 */
export function useRowFocus<Place extends HTMLElement>(rows: readonly Named[], drawn: readonly Named[], savedId: string | undefined) {
  const place = useRef<Place>(null);
  const held = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const children = [...(place.current?.children ?? [])];
    const at = children.findIndex((row) => row.contains(active));
    if (at < 0 || drawn[at]?._id === held.current) return;
    const now = children[drawn.findIndex(({ _id }) => _id === held.current)];
    const target = active?.matches('[data-row]') ? linkIn(now) : now?.querySelector<HTMLElement>('input');
    if (target) target.focus({ preventScroll: true });
    // Rows that are still to be drawn may hold it.
    else if (drawn === rows && active instanceof HTMLElement) active.blur();
  }, [rows, drawn]);
  useEffect(() => {
    if (savedId === undefined || shown.current === savedId) return;
    const link = linkIn(place.current?.children[drawn.findIndex(({ _id }) => _id === savedId)]);
    if (!link) return;
    shown.current = savedId;
    link.focus();
  }, [drawn, savedId]);
  const onFocus = ({ target }: FocusEvent) => {
    const at = [...(place.current?.children ?? [])].findIndex((row) => row.contains(target));
    held.current = drawn[at]?._id;
  };
  return { place: place as RefObject<Place | null>, onFocus };
}
