import { useEffect, useRef } from 'react';

/** What gives way in a row that is too long, the least needed first. */
const crowds = ['', 'some', 'all'] as const;

/**
 * A row in one line whose parts give way while it is too long, so that no name in it is cut. Its
 * words are measured, because they differ by language and by what is going on.
 */
export function useYielding() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const fit = () => {
      for (const crowded of crowds) {
        row.dataset.crowded = crowded;
        if (row.scrollWidth <= row.clientWidth) break;
      }
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(row);
    const words = new MutationObserver(fit);
    words.observe(row, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      words.disconnect();
    };
  }, []);
  return ref;
}
