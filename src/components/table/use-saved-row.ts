import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the link of the row that was just saved, once it is there. The rows are the children of
 * `place`.
 */
export function useSavedRow(
  place: RefObject<HTMLElement | null>,
  rows: readonly { _id: string }[],
  savedId: string | undefined,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (savedId === undefined || shown.current === savedId) return;
    const link =
      place.current?.children[
        rows.findIndex(({ _id }) => _id === savedId)
      ]?.querySelector<HTMLElement>('[data-row]');
    if (!link) return;
    shown.current = savedId;
    link.focus();
  }, [place, rows, savedId]);
}
