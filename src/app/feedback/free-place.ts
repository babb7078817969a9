/** The side of the button in pixels, and its distance from the edges of the window. */
const SIZE = 44;
const GAP = 16;

/** The rows of a table open their record, so they count too; the side menu is full of places. */
const CONTROLS = [
  ...['a', 'button', 'input', 'select', 'textarea', 'summary', 'label', 'tbody tr'],
  ...['aside:not(main aside)', '[role="button"]', '[tabindex="0"]'],
].join();

export type Place = { left: number; top: number };

/** True if no control lies in the square at `place`, apart from `own`. */
function isFree({ left, top }: Place, own: Element | null): boolean {
  for (const x of [1, SIZE / 2, SIZE - 1]) {
    for (const y of [1, SIZE / 2, SIZE - 1]) {
      const hit = document.elementsFromPoint(left + x, top + y);
      if (hit.some((one) => !own?.contains(one) && one.closest(CONTROLS))) return false;
    }
  }
  return true;
}

/** Bottom end first, then up that edge, along the bottom, and at last the line of the header. */
function* places(): Generator<Place> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const isRtl = document.documentElement.dir === 'rtl';
  const at = (fromEnd: number, top: number) => ({
    left: isRtl ? fromEnd : width - SIZE - fromEnd,
    top,
  });
  const bottom = height - SIZE - GAP;
  for (let top = bottom; top > height / 2; top -= SIZE / 2) yield at(GAP, top);
  for (let end = GAP; end < width - SIZE; end += SIZE) yield at(end, bottom);
  for (let end = 0; end < width - SIZE; end += SIZE / 2) yield at(end, 6);
}

/**
 * A square of the window without a control in it, `current` as long as it is one; undefined if
 * there is none.
 */
export function freePlace(own: Element | null, current: Place | undefined): Place | undefined {
  if (current && current.top < window.innerHeight - SIZE && isFree(current, own)) return current;
  for (const place of places()) if (isFree(place, own)) return place;
  return undefined;
}
