import { useEffect, useLayoutEffect, useRef, type FocusEvent, type FocusEventHandler, type RefObject } from 'react';

type Named = { _id: string };

const linkIn = (row: Element | undefined) => row?.querySelector<HTMLElement>('[data-row]');

/**
 * Rows use the elements again that stood in their place, so the focus is led by hand: it stays with its record where that
 * has moved to another place, and is given up where it has left. The row of `savedId` takes it once. The rows are the
 * children of `place`, and there before this hook's own effects.
 */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: readonly Named[], drawn: readonly Named[], savedId: string | undefined): FocusEventHandler {
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
  }, [place, rows, drawn]);
  useEffect(() => {
    if (savedId === undefined || shown.current === savedId) return;
    const link = linkIn(place.current?.children[drawn.findIndex(({ _id }) => _id === savedId)]);
    if (!link) return;
    shown.current = savedId;
    link.focus();
  }, [place, drawn, savedId]);
  return ({ target }: FocusEvent) => {
    const at = [...(place.current?.children ?? [])].findIndex((row) => row.contains(target));
    held.current = drawn[at]?._id;
  };
}
