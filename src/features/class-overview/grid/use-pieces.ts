import { useLayoutEffect, type RefObject } from 'react';
import { linkOf } from '#src/features/class-overview/arrow-keys.ts';
import { stripKey, type Drawing } from './drawing.ts';
import { pieceOf, type PieceLook } from './meeting-piece.ts';
import type { Layout, Piece, Strip } from './place-meetings.ts';

/** Replaces `old` by `next`, unless both are equal; the focus stays on its meeting. */
function replacePiece(old: HTMLElement, next: HTMLElement): HTMLElement {
  if (old.isEqualNode(next)) return old;
  const focused = old.contains(document.activeElement)
    ? document.activeElement?.getAttribute('data-meeting')
    : undefined;
  old.replaceWith(next);
  if (focused) linkOf(next, focused)?.focus({ preventScroll: true });
  return next;
}

/** Makes these pieces the only content of `root`, in their order. */
function arrange(root: HTMLElement, shown: readonly HTMLElement[]): void {
  for (const element of [...root.children])
    if (!shown.some((one) => one === element)) element.remove();
  // A piece that is in its place is not moved, because moving takes the focus from it.
  shown.forEach((element, at) => {
    const there = root.children[at] ?? null;
    if (there !== element) root.insertBefore(element, there);
  });
}

type Pieces = PieceLook & {
  drawing: Drawing;
  column: string;
  strip: Strip;
  layout: Layout;
  onDrawn: () => void;
};

/** Keeps the pieces of a strip in `box` up to date. No other code may add anything to it. */
export function usePieces(
  box: RefObject<HTMLElement | null>,
  { drawing, column, strip, layout, onDrawn, isWide, started, from, measures, talk }: Pieces,
): void {
  useLayoutEffect(() => {
    const root = box.current;
    if (!root) return undefined;
    const look = { isWide, started, from, measures, talk };
    // Removed pieces are kept in memory, because they often come back.
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
