import { useEffect, useRef, type RefObject } from 'react';
import { closeOnBack } from '#src/lib/browser/back.ts';

/**
 * Closes what is open within `box`: by Escape and Back, which bring the focus back to its button,
 * and by a press or the focus elsewhere.
 */
export function usePopover(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (how: 'escape' | 'left') => void,
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const over = new AbortController();
    const { signal } = over;
    const leave = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) latest.current('left');
    };
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') latest.current('escape');
      },
      { signal },
    );
    const leaveBack = closeOnBack(() => latest.current('escape'));
    return () => {
      over.abort();
      leaveBack();
    };
  }, [box, isOpen]);
}
