import { useLayoutEffect, type RefObject } from 'react';
import { linkOf } from './arrow-keys.ts';
import { stripKey, type Drawing } from './drawing.ts';
import { pieceOf, type PieceLook } from './meeting-piece.ts';
import type { Layout, Piece, Strip } from './place-meetings.ts';

/** Puts `next` where `old` stands, unless they say the same; the focus stays at its meeting. */
function replacePiece(old: HTMLElement, next: HTMLElement): HTMLElement {
  if (old.isEqualNode(next)) return old;
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute('data-meeting') : undefined;
  old.replaceWith(next);
  if (focused) linkOf(next, focused)?.focus({ preventScroll: true });
  return next;
}

/** Leaves these pieces alone in `root`, in their order. */
function arrange(root: HTMLElement, shown: readonly HTMLElement[]): void {
  for (const element of [...root.children]) if (!shown.some((one) => one === element)) element.remove();
  // What stands in its place is not moved: that would take the focus from it.
  shown.forEach((element, at) => {
    const there = root.children[at] ?? null;
    if (there !== element) root.insertBefore(element, there);
  });
}

type Pieces = PieceLook & { drawing: Drawing; column: string; strip: Strip; layout: Layout; onDrawn: () => void };

/** Keeps those pieces of a strip in `box` that are to be there by now. Nothing else may put anything into it. */
export function usePieces(box: RefObject<HTMLElement | null>, { drawing, column, strip, layout, onDrawn, isWide, started, from, measures, talk }: Pieces): void {
  useLayoutEffect(() => {
    const root = box.current;
    if (!root) return undefined;
    const look = { isWide, started, from, measures, talk };
    // What has gone out of sight is kept as it is: it often comes back.
    const made = new Map<string, HTMLElement>();
    const elementOf = (piece: Piece): HTMLElement => {
      const known = made.get(piece.key);
      if (known) return known;
      const old = root.querySelector<HTMLElement>(`[data-piece="${piece.key}"]`);
      const fresh = pieceOf(piece, strip, layout, look);
      const element = old ? replacePiece(old, fresh) : fresh;
      made.set(piece.key, element);
      return element;
    };
    let drawn: ReadonlySet<string> | undefined;
    const draw = () => {
      const wanted = drawing.drawnOf(stripKey(column, strip.key));
      if (wanted === drawn) return;
      drawn = wanted;
      arrange(root, strip.pieces.filter(({ key }) => wanted.has(key)).map(elementOf));
      onDrawn();
    };
    draw();
    return drawing.subscribe(draw);
  }, [box, drawing, column, strip, layout, onDrawn, isWide, started, from, measures, talk]);
}
