import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { startDrawing, type Shown } from './drawing.ts';

/**
 * Draws the pieces of `box` step by step; its columns ask the returned function for their own
 * pieces.
 */
export function useDrawn(box: RefObject<HTMLElement | null>, { name, columns, isLong }: Shown) {
  const [drawing] = useState(startDrawing);
  useLayoutEffect(() => (box.current ? drawing.follow(box.current) : undefined), [drawing, box]);
  useLayoutEffect(() => drawing.show({ name, columns, isLong }), [drawing, name, columns, isLong]);
  const isBusy = useSyncExternalStore(drawing.subscribe, () => drawing.isBusyWith(name));
  return { drawing, isBusy };
}
